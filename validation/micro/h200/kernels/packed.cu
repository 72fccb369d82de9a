extern "C" {
__global__ void k0(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s32((int)a[i],(int)b[i],(int)c[i]);}
__global__ void k1(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s32((int)a[i],(int)7,(int)c[i]);}
__global__ void k2(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s32((int)a[i],(int)b[i],(int)9);}
__global__ void k3(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s32((int)a[i],(int)b[0],(int)c[i]);}
__global__ void k4(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s32((int)a[i],(int)b[i],(int)c[i]);}
__global__ void k5(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s32((int)a[i],(int)7,(int)c[i]);}
__global__ void k6(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s32((int)a[i],(int)b[i],(int)9);}
__global__ void k7(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s32((int)a[i],(int)b[0],(int)c[i]);}
__global__ void k8(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s32((int)a[i],(int)b[i],(int)c[i]);}
__global__ void k9(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s32((int)a[i],(int)7,(int)c[i]);}
__global__ void k10(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s32((int)a[i],(int)b[i],(int)9);}
__global__ void k11(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s32((int)a[i],(int)b[0],(int)c[i]);}
__global__ void k12(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s32((int)a[i],(int)b[i],(int)c[i]);}
__global__ void k13(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s32((int)a[i],(int)7,(int)c[i]);}
__global__ void k14(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s32((int)a[i],(int)b[i],(int)9);}
__global__ void k15(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s32((int)a[i],(int)b[0],(int)c[i]);}
__global__ void k16(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s32_relu((int)a[i],(int)b[i],(int)c[i]);}
__global__ void k17(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s32_relu((int)a[i],(int)7,(int)c[i]);}
__global__ void k18(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s32_relu((int)a[i],(int)b[i],(int)9);}
__global__ void k19(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s32_relu((int)a[i],(int)b[0],(int)c[i]);}
__global__ void k20(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s32_relu((int)a[i],(int)b[i],(int)c[i]);}
__global__ void k21(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s32_relu((int)a[i],(int)7,(int)c[i]);}
__global__ void k22(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s32_relu((int)a[i],(int)b[i],(int)9);}
__global__ void k23(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s32_relu((int)a[i],(int)b[0],(int)c[i]);}
__global__ void k24(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s32_relu((int)a[i],(int)b[i],(int)c[i]);}
__global__ void k25(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s32_relu((int)a[i],(int)7,(int)c[i]);}
__global__ void k26(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s32_relu((int)a[i],(int)b[i],(int)9);}
__global__ void k27(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s32_relu((int)a[i],(int)b[0],(int)c[i]);}
__global__ void k28(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s32_relu((int)a[i],(int)b[i],(int)c[i]);}
__global__ void k29(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s32_relu((int)a[i],(int)7,(int)c[i]);}
__global__ void k30(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s32_relu((int)a[i],(int)b[i],(int)9);}
__global__ void k31(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s32_relu((int)a[i],(int)b[0],(int)c[i]);}
__global__ void k32(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax_s32_relu((int)a[i],(int)b[i]);}
__global__ void k33(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin_s32_relu((int)a[i],(int)b[i]);}
__global__ void k34(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; bool p; int r=__vibmax_s32((int)a[i],(int)b[i],&p); o[i]=r+p*3;}
__global__ void k35(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; bool p; int r=__vibmin_s32((int)a[i],(int)b[i],&p); o[i]=r+p*3;}
__global__ void k36(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_u32((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k37(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_u32((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k38(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_u32((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k39(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_u32((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k40(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_u32((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k41(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_u32((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k42(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_u32((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k43(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_u32((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k44(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_u32((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k45(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_u32((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k46(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_u32((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k47(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_u32((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k48(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_u32((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k49(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_u32((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k50(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_u32((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k51(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_u32((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k52(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; bool p; unsigned r=__vibmax_u32((unsigned)a[i],(unsigned)b[i],&p); o[i]=r+p*3;}
__global__ void k53(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; bool p; unsigned r=__vibmin_u32((unsigned)a[i],(unsigned)b[i],&p); o[i]=r+p*3;}
__global__ void k54(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s16x2((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k55(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s16x2((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k56(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s16x2((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k57(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s16x2((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k58(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s16x2((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k59(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s16x2((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k60(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s16x2((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k61(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s16x2((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k62(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s16x2((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k63(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s16x2((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k64(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s16x2((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k65(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s16x2((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k66(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s16x2((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k67(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s16x2((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k68(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s16x2((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k69(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s16x2((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k70(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s16x2_relu((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k71(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s16x2_relu((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k72(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s16x2_relu((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k73(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_s16x2_relu((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k74(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s16x2_relu((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k75(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s16x2_relu((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k76(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s16x2_relu((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k77(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_s16x2_relu((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k78(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s16x2_relu((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k79(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s16x2_relu((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k80(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s16x2_relu((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k81(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_s16x2_relu((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k82(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s16x2_relu((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k83(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s16x2_relu((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k84(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s16x2_relu((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k85(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_s16x2_relu((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k86(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax_s16x2_relu((unsigned)a[i],(unsigned)b[i]);}
__global__ void k87(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin_s16x2_relu((unsigned)a[i],(unsigned)b[i]);}
__global__ void k88(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; bool p,q; unsigned r=__vibmax_s16x2((unsigned)a[i],(unsigned)b[i],&p,&q); o[i]=r+p*3+q*5;}
__global__ void k89(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; bool p,q; unsigned r=__vibmin_s16x2((unsigned)a[i],(unsigned)b[i],&p,&q); o[i]=r+p*3+q*5;}
__global__ void k90(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_u16x2((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k91(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_u16x2((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k92(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_u16x2((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k93(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimax3_u16x2((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k94(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_u16x2((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k95(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_u16x2((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k96(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_u16x2((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k97(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__vimin3_u16x2((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k98(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_u16x2((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k99(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_u16x2((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k100(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_u16x2((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k101(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmax_u16x2((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k102(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_u16x2((unsigned)a[i],(unsigned)b[i],(unsigned)c[i]);}
__global__ void k103(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_u16x2((unsigned)a[i],(unsigned)7,(unsigned)c[i]);}
__global__ void k104(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_u16x2((unsigned)a[i],(unsigned)b[i],(unsigned)9);}
__global__ void k105(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__viaddmin_u16x2((unsigned)a[i],(unsigned)b[0],(unsigned)c[i]);}
__global__ void k106(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; bool p,q; unsigned r=__vibmax_u16x2((unsigned)a[i],(unsigned)b[i],&p,&q); o[i]=r+p*3+q*5;}
__global__ void k107(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; bool p,q; unsigned r=__vibmin_u16x2((unsigned)a[i],(unsigned)b[i],&p,&q); o[i]=r+p*3+q*5;}
__global__ void k108(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(unsigned char)(a[i]>>0)*(float)1.5));}
__global__ void k109(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(unsigned char)(a[i]>>8)*(float)1.5));}
__global__ void k110(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(unsigned char)(a[i]>>16)*(float)1.5));}
__global__ void k111(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(unsigned char)(a[i]>>24)*(float)1.5));}
__global__ void k112(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(unsigned char)(a[i]>>0)*(double)1.5));}
__global__ void k113(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(unsigned char)(a[i]>>8)*(double)1.5));}
__global__ void k114(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(unsigned char)(a[i]>>16)*(double)1.5));}
__global__ void k115(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(unsigned char)(a[i]>>24)*(double)1.5));}
__global__ void k116(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(signed char)(a[i]>>0)*(float)1.5));}
__global__ void k117(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(signed char)(a[i]>>8)*(float)1.5));}
__global__ void k118(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(signed char)(a[i]>>16)*(float)1.5));}
__global__ void k119(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(signed char)(a[i]>>24)*(float)1.5));}
__global__ void k120(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(signed char)(a[i]>>0)*(double)1.5));}
__global__ void k121(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(signed char)(a[i]>>8)*(double)1.5));}
__global__ void k122(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(signed char)(a[i]>>16)*(double)1.5));}
__global__ void k123(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(signed char)(a[i]>>24)*(double)1.5));}
__global__ void k124(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(unsigned short)(a[i]>>0)*(float)1.5));}
__global__ void k125(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(unsigned short)(a[i]>>16)*(float)1.5));}
__global__ void k126(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(unsigned short)(a[i]>>0)*(double)1.5));}
__global__ void k127(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(unsigned short)(a[i]>>16)*(double)1.5));}
__global__ void k128(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(short)(a[i]>>0)*(float)1.5));}
__global__ void k129(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((float)(short)(a[i]>>16)*(float)1.5));}
__global__ void k130(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(short)(a[i]>>0)*(double)1.5));}
__global__ void k131(unsigned*o,const unsigned*a,const unsigned*b,const unsigned*c){int i=threadIdx.x+blockIdx.x*blockDim.x; o[i]=__float_as_uint((float)((double)(short)(a[i]>>16)*(double)1.5));}
}
