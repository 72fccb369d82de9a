// Tables in constant memory gone through again and again, a word of every 16 or 64 bytes: at an
// address that all lanes share by nature (a uniform register), and at one that each lane works out.

__constant__ float table[16128];

#define SWEEP(name, step, first)                                                           \
    extern "C" __global__ void name(float *out, int turns, int words)                     \
    {                                                                                      \
        float x = out[threadIdx.x], y = out[threadIdx.x + 1024], sum = 0;                  \
        int begin = first;                                                                 \
        for (int turn = 0; turn < turns; turn++)                                           \
            _Pragma("unroll 1") for (int at = 0; at < words; at += 4 * step)               \
            {                                                                              \
                sum += x * table[begin + at] + y * table[begin + at + step];               \
                sum += x * table[begin + at + 2 * step] + y * table[begin + at + 3 * step]; \
            }                                                                              \
        if (sum == 12345) out[threadIdx.x] = sum;                                          \
    }

SWEEP(uniform_sweep_4, 4, 0)
SWEEP(uniform_sweep_16, 16, 0)
SWEEP(lane_sweep_4, 4, (int)x)
SWEEP(lane_sweep_16, 16, (int)x)
