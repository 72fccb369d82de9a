// How long a row of DRAM stays open. A thread loads the first word of a random page and, `gap` cycles later, without
// waiting, the word `words` further. A program of its own: rows.txt is what it printed, for rounds whose page lies near
// and far, the cycles of the second load: the 10th, 25th, 50th, 75th and 90th of a hundred rounds, and the mean.
#include <algorithm>
#include <cstdio>
#include <vector>
typedef unsigned u32;
__device__ __forceinline__ u32 clk(){u32 t;asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory");return t;}
__device__ __forceinline__ u32 ldx(const u32*p){u32 v;asm volatile("ld.global.cg.u32 %0,[%1];":"=r"(v):"l"(p):"memory");return v;}
__device__ __forceinline__ u32 use(u32 b){u32 c; asm volatile("add.u32 %0,%1,1;":"=r"(c):"r"(b):"memory"); return c==0x12345;}
__global__ void probe(u32*x,const size_t*off,u32*out,int gap,int words,int rounds){
  u32 dummy=0;
  for(int r=0;r<rounds;r++){
    u32*px=x+off[r]*32; u32*py=px+words;
    u32 t=clk(); while(clk()-t<3000);
    u32 t0=clk(); u32 a=ldx(px); 
    if(gap){while(clk()-t0<(u32)gap);}
    u32 t2=clk(); u32 b=ldx(py); u32 z=use(b); u32 t3=clk()+z; dummy+=b; dummy+=a;
    out[r*2]=t2-t0; out[r*2+1]=t3-t2;
  }
  if(dummy==0x7654321) out[0]=dummy;
}
__global__ void flush(u32*p,size_t n){size_t i=blockIdx.x*(size_t)blockDim.x+threadIdx.x; u32 s=0; for(;i<n;i+=(size_t)gridDim.x*blockDim.x) s+=p[i]; if(s==0x1234567)p[0]=s;}
int main(){ setvbuf(stdout,0,_IONBF,0);
  u32*x,*o,*big; int rounds=800; size_t nb=(size_t)256<<20, xb=(size_t)1<<30; size_t*oo;
  cudaMalloc(&x,xb); cudaMalloc(&o,rounds*8); cudaMalloc(&big,nb); cudaMalloc(&oo,rounds*8);
  cudaMemset(x,0,xb); cudaMemset(big,0,nb);
  std::vector<size_t> off(rounds); unsigned long long s=88172645463325252ull; for(int r=0;r<rounds;r++){ s^=s<<13; s^=s>>7; s^=s<<17; off[r]=(s%(xb/128-20000)+8192)&~31ull; }
  cudaMemcpy(oo,off.data(),rounds*8,cudaMemcpyHostToDevice);
  std::vector<u32> h(rounds*2);
  auto run=[&](int gap,int words){ flush<<<1056,256>>>(big,nb/4); probe<<<1,1>>>(x,oo,o,gap,words,rounds); cudaMemcpy(h.data(),o,rounds*8,cudaMemcpyDeviceToHost); return h; };
  run(1500,16); auto b=run(1500,16); auto b2=run(1500,16);
  std::vector<int> cls(rounds,2); for(int r=4;r<rounds;r++){ u32 v=std::min(b[r*2+1],b2[r*2+1]); if(v<690){cls[r]=0;} else if(v<850){cls[r]=1;} }
  for(int words:{16,32,64,128,256}) for(int gap:{0,10,20,30,40,60,80,100,120,140,160,180,200,240,280,320,360,400,450,500,600}){ auto m=run(gap,words);
    printf("words %d gap %d:",words,gap);
    for(int c=0;c<2;c++){ printf(c?"  far:":"  near:"); std::vector<u32> y; for(int r=4;r<rounds;r++) if(cls[r]==c)y.push_back(m[r*2+1]);
      for(auto*u:{&y}){ std::sort(u->begin(),u->end()); size_t k=u->size(); double mean=0; for(auto v:*u) mean+=v; printf(" %u/%u/%u/%u/%u (%.0f)",(*u)[k/10],(*u)[k/4],(*u)[k/2],(*u)[k*3/4],(*u)[k*9/10],mean/k); } }
    printf("\n"); }
  printf("%s\n",cudaGetErrorString(cudaGetLastError()));
}
