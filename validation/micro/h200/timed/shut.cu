// How long a slice of the L2 is shut by a change to a line that a load waits for. Warp 0 loads a word that the L2 does
// not hold and changes the next one (mode 1 stores, 2 adds, 0 neither); `delay` cycles later warp 3 loads line 5 of the
// same kilobyte, which lies in the same slice and in the L2. A program of its own: shut.txt is what it printed, for
// rounds whose line lies near ("near": the load alone takes less than 610 cycles) and others ("far"), the cycles of
// warp 0 until its load is there and of warp 3: the 10th, 25th, 50th and 75th of a hundred rounds. The lines with
// "pair" are from an earlier form of main, which printed the 10th, 50th, 90th and 98th, and warp 0 until all are there.
#include <algorithm>
#include <cstdio>
#include <vector>
typedef unsigned u32;
__device__ __forceinline__ u32 clk(){u32 t;asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory");return t;}
__device__ __forceinline__ u32 ldx(const u32*p){u32 v;asm volatile("ld.global.cg.u32 %0,[%1];":"=r"(v):"l"(p):"memory");return v;}
__device__ __forceinline__ u32 use(u32 b){u32 c; asm volatile("add.u32 %0,%1,1;":"=r"(c):"r"(b):"memory"); return c==0x12345;}
__device__ __forceinline__ void change(u32*p,int mode,u32 r){ if(mode==1) asm volatile("st.global.u32 [%0],%1;"::"l"(p),"r"(r):"memory"); if(mode==2) asm volatile("red.global.add.u32 [%0],%1;"::"l"(p),"r"(r):"memory"); }
// warps 0..n-1: load and change lines 0, 1, 4. pair: warp 0 alone loads and changes one after the other.
__global__ void probe(u32*x,int n,const size_t*off,u32*out,int pair,int mode,int gap,int delay,int rounds,int yl){
  int w=threadIdx.x/32; if(threadIdx.x%32)return; u32 dummy=0; int mine=w==0?0:w==1?1:4;
  for(int r=0;r<rounds;r++){
    u32*px=x+off[r]*32; u32*py=px+yl*32;
    if(w==3){dummy+=ldx(py); dummy+=use(dummy); dummy+=ldx(py); dummy+=use(dummy);}
    asm volatile("bar.sync 0,128;":::"memory");
    u32 t=clk(); while(clk()-t<2500);
    asm volatile("bar.sync 0,128;":::"memory");
    u32 t0=clk(),t2=0;
    if(w==3){ while(clk()-t0<(u32)delay); u32 t1=clk(); u32 b=ldx(py); u32 z=use(b); t2=clk()+z; out[r*8+4]=t2-t1; dummy+=b; }
    else if(pair){ if(w==0){ u32 a=ldx(px); change(px+1,mode,r); u32 b=0,c=0; if(n>1){b=ldx(px+32); change(px+33,mode,r);} if(n>2){c=ldx(px+128); change(px+129,mode,r);} u32 z=use(a)+use(b)+use(c); t2=clk()+z; dummy+=a+b+c; } }
    else if(w<n){ u32*p=px+mine*32; u32 a=ldx(p); if(gap){u32 t=clk(); while(clk()-t<(u32)gap);} change(p+1,mode,r); u32 z=use(a); t2=clk()+z; dummy+=a; }
    out[r*8+w]=t2?t2-t0:0;
  }
  if(dummy==0x7654321) out[0]=dummy;
}
__global__ void flush(u32*p,size_t n){size_t i=blockIdx.x*(size_t)blockDim.x+threadIdx.x; u32 s=0; for(;i<n;i+=(size_t)gridDim.x*blockDim.x) s+=p[i]; if(s==0x1234567)p[0]=s;}
int main(){ setvbuf(stdout,0,_IONBF,0);
  u32*x,*o,*big; int rounds=500; size_t nb=(size_t)256<<20, xb=(size_t)1<<30; size_t*oo;
  cudaMalloc(&x,xb); cudaMalloc(&o,rounds*32); cudaMalloc(&big,nb); cudaMalloc(&oo,rounds*8);
  cudaMemset(x,0,xb); cudaMemset(big,0,nb);
  std::vector<size_t> off(rounds); unsigned long long s=88172645463325252ull; for(int r=0;r<rounds;r++){ s^=s<<13; s^=s>>7; s^=s<<17; off[r]=(s%(xb/128-20000)+8192)&~31ull; }
  cudaMemcpy(oo,off.data(),rounds*8,cudaMemcpyHostToDevice);
  std::vector<u32> h(rounds*8);
  auto run=[&](int n,int pair,int mode,int gap,int delay,int yl=5){ flush<<<1056,256>>>(big,nb/4); probe<<<1,128>>>(x,n,oo,o,pair,mode,gap,delay,rounds,yl); cudaMemcpy(h.data(),o,rounds*32,cudaMemcpyDeviceToHost); return h; };
  run(1,0,0,0,60); auto b=run(1,0,0,0,60); auto b2=run(1,0,0,0,60);
  std::vector<int> cls(rounds,2); int c0=0,c1=0; for(int r=4;r<rounds;r++){ u32 v=std::min(b[r*8],b2[r*8]); if(v<610){cls[r]=0;c0++;} else if(v<800){cls[r]=1;c1++;} }
  printf("near %d far %d\n",c0,c1);
  auto show=[&](const char*what,int n,int pair,int mode,int delay,int yl){ auto m=run(n,pair,mode,0,delay,yl);
    printf("%s n %d mode %d delay %d Y line %d:",what,n,mode,delay,yl);
    for(int c=0;c<2;c++){ printf(c?"  far:":"  near:"); std::vector<u32> x0,y; for(int r=4;r<rounds;r++) if(cls[r]==c&&m[r*8]<900){ x0.push_back(m[r*8]); y.push_back(m[r*8+4]); }
      for(auto*u:{&x0,&y}){ if(u->empty()){printf(" -");continue;} std::sort(u->begin(),u->end()); size_t k=u->size(); printf(" %u/%u/%u/%u/%u",(*u)[k/10],(*u)[k/4],(*u)[k/2],(*u)[k*3/4],(*u)[k*9/10]); } }
    printf("\n"); };
  for(int mode:{0,1,2}) for(int delay:{60,120,180,240,300,360}) show("one",1,0,mode,delay,5);
  printf("%s\n",cudaGetErrorString(cudaGetLastError()));
}
