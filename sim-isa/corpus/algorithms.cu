#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
void go(int *a, int *b, float *f, double *d, long long *l, size_t n){
 size_t t=0; void*p=0;
 cub::DeviceRadixSort::SortPairs(p,t,a,b,f,f,n);
 cub::DeviceScan::ExclusiveSum(p,t,a,b,(int)n);
 cub::DeviceReduce::Sum(p,t,f,f,(int)n);
 cub::DeviceReduce::ArgMin(p,t,d,(cub::KeyValuePair<int,double>*)l,(int)n);
 cub::DeviceSelect::Unique(p,t,l,l,a,(int)n);
 cub::DeviceHistogram::HistogramEven(p,t,f,a,257,0.f,1.f,(int)n);
 cub::DeviceRunLengthEncode::Encode(p,t,a,a,a,a,(int)n);
 cub::DeviceSegmentedReduce::Sum(p,t,f,f,100,a,a+1);
}
