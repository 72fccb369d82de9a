// How long a load that hits waits for a store of its warp just before it, by lanes and words between them. A program
// of its own, which prints the cycles from the store to the load's result, the median of 50 turns (behind_store.txt):
// a line for each store ("kind 1 n LANES pitch WORDS"; n 0 is none), a group for each load "(LANES,WORDS)". The four
// numbers of a group are the same: ptxas moved the pauses that should part them. Lines of kind 2, a load first, say
// nothing: ptxas put the other one before it.
#include <algorithm>
#include <cstdio>
#include <vector>
typedef unsigned u32;
__device__ __forceinline__ u32 clk(){u32 t;asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory");return t;}
#define LD(v,p) asm volatile("ld.global.u32 %0,[%1];":"=r"(v):"l"(p):"memory")
__device__ __forceinline__ u32 use(u32 b){u32 c; asm volatile("add.u32 %0,%1,1;":"=r"(c):"r"(b):"memory"); return c==0x12345;}
template<int GAP> __device__ __forceinline__ u32 pause(u32 x){
  #pragma unroll
  for(int i=0;i<GAP/4;i++) asm volatile("add.u32 %0,%0,1;":"+r"(x)::"memory");
  return x; }
template<int GAP> __global__ void hold(u32*a,u32*b,u32*c,u32*out,int kind,int n,int pitch,int n2,int pitch2,int turns){
  int l=threadIdx.x%32; u32*pa=a+(size_t)l*pitch,*pb=b+(size_t)l*pitch,*pc=c+(size_t)l*pitch2; u32 d=0,v=0;
  u32 s1=kind==1&&l<n, s2=kind==2&&l<n, s3=l<n2;
  LD(v,pa); d+=v; LD(v,pc); d+=v; d+=use(d);
  for(int i=0;i<turns;i++){
    u32 t=clk(); while(clk()-t<700);
    u32 x=0,y=0; u32 t0=clk();
    asm volatile("{.reg .pred p; setp.ne.u32 p,%2,0; @p st.global.u32 [%0],%1;}"::"l"(pb),"r"(i),"r"(s1):"memory");
    asm volatile("{.reg .pred p; setp.ne.u32 p,%2,0; @p ld.global.u32 %0,[%1];}":"+r"(x):"l"(pa),"r"(s2):"memory");
    d=pause<GAP>(d);
    asm volatile("{.reg .pred p; setp.ne.u32 p,%2,0; @p ld.global.u32 %0,[%1];}":"+r"(y):"l"(pc),"r"(s3):"memory");
    u32 z=use(y); u32 t2=clk()+z;
    d+=x+y;
    if(l==0) out[i]=t2-t0;
  }
  if(d==0x7654321) out[0]=d;
}
int main(){ setvbuf(stdout,0,_IONBF,0);
  u32*a,*b,*c,*o; cudaMalloc(&a,1<<20); cudaMalloc(&b,1<<20); cudaMalloc(&c,1<<20); cudaMalloc(&o,4096); cudaMemset(a,0,1<<20); cudaMemset(b,0,1<<20); cudaMemset(c,0,1<<20);
  int T=60; std::vector<u32> h(T);
  auto run=[&](int g,int kind,int n,int pitch,int n2,int p2){
    if(g==0) hold<0><<<1,32>>>(a,b,c,o,kind,n,pitch,n2,p2,T); if(g==16) hold<16><<<1,32>>>(a,b,c,o,kind,n,pitch,n2,p2,T); if(g==32) hold<32><<<1,32>>>(a,b,c,o,kind,n,pitch,n2,p2,T); if(g==64) hold<64><<<1,32>>>(a,b,c,o,kind,n,pitch,n2,p2,T);
    cudaMemcpy(h.data(),o,T*4,cudaMemcpyDeviceToHost); std::vector<u32> v(h.begin()+10,h.end()); std::sort(v.begin(),v.end()); return (int)v[v.size()/2]; };
  struct S{int n,p;}; S sets[]={{0,1},{1,1024},{2,1024},{4,1024},{8,1024},{16,1024},{32,1024},{2,1001},{4,1001},{8,1001},{16,1001},{32,1001},{32,1000},{32,1002},{32,1004},{32,1008},{32,8},{32,1},{32,2},{32,4},{32,16},{32,32}};
  for(int kind:{1,2}) for(S s:sets){ printf("kind %d n %d pitch %d:",kind,s.n,s.p);
    for(S q:{S{32,1},S{32,1001},S{32,1000},S{32,1024},S{1,1}}){ printf("  (%d,%d)",q.n,q.p); for(int g:{0,16,32,64}) printf(" %d",run(g,kind,s.n,s.p,q.n,q.p)); }
    printf("\n"); }
  printf("%s\n",cudaGetErrorString(cudaGetLastError()));
}
