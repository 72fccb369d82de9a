// What straight code takes that is longer than the instruction caches, by one to eight warps of one to four sub-cores: its
// first turn, which comes from device memory, and the later ones. A program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o long_code long_code.cu && ./long_code
//
// `long_code.txt` is what an H200 answered. Its kernel `code` (`cubin/long_code.cubin`) runs in the simulator, too.
#include "../loads.cuh"

#define S8(x) x(0) x(1) x(2) x(3) x(4) x(5) x(6) x(7)
#define S64(x) S8(x) S8(x) S8(x) S8(x) S8(x) S8(x) S8(x) S8(x)
#define ONE(k) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f[k]) : "f"(p), "f"(q));
#define BLOCK(n) S64(ONE) S64(ONE) S64(ONE) S64(ONE) S64(ONE) S64(ONE) S64(ONE) S64(ONE) if (blocks == n) continue;

// So many `turns` over so many `blocks` of 8 KB of code, by the warps of a mask. Each leaves when it began and ended.
#define CODE(name)                                                                                             \
    extern "C" __global__ void __launch_bounds__(1024) name(u32 *out, int turns, int blocks, u32 a, u32 b, u32 mask) \
    {                                                                                                          \
        u32 warp = threadIdx.x / 32;                                                                           \
        if (!(mask >> warp & 1)) return;                                                                       \
        float f[8], p = __uint_as_float(a), q = __uint_as_float(b);                                            \
        _Pragma("unroll") for (int k = 0; k < 8; k++) f[k] = p * k;                                            \
        u32 from = now();                                                                                      \
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) {                                                  \
            BLOCK(1) BLOCK(2) BLOCK(3) BLOCK(4) BLOCK(5) BLOCK(6) BLOCK(7) BLOCK(8) BLOCK(9) BLOCK(10)         \
            BLOCK(11) BLOCK(12) BLOCK(13) BLOCK(14) BLOCK(15) BLOCK(16) BLOCK(17) BLOCK(18) BLOCK(19) BLOCK(20) \
        }                                                                                                      \
        u32 to = now();                                                                                        \
        float s = 0;                                                                                           \
        _Pragma("unroll") for (int k = 0; k < 8; k++) s += f[k];                                               \
        if (threadIdx.x % 32 == 0) {                                                                           \
            u32 *mine = out + (blockIdx.x * 32 + warp) * 3;                                                    \
            mine[0] = from, mine[1] = to, mine[2] = __float_as_uint(s);                                        \
        }                                                                                                      \
    }
CODE(code)
// Another, after which the SM has none of the first's code.
CODE(other)

int main()
{
    u32 *out = zeros(1 << 16);
    // Cycles from the first warp's beginning to the last one's end in the mean of the SMs, medians of five launches: the first
    // turn and each of the next four.
    auto median = [&](u32 mask, int blocks, int sms, int turns) {
        std::vector<double> launches;
        for (int n = 0; n < 5; n++) {
            check(cudaMemset(out, 0, 1 << 16));
            other<<<132, 128>>>(out, 1, 20, 0, 0, 15);
            forget_all();
            code<<<sms, 32 * (32 - __builtin_clz(mask))>>>(out, turns, blocks, 0x3f800000, 0, mask);
            std::vector<u32> clocks = left(out, 96 * sms);
            double sum = 0;
            for (int sm = 0; sm < sms; sm++) {
                u32 from = ~0u, to = 0;
                for (int warp = 0; warp < 32; warp++)
                    if (mask >> warp & 1) {
                        u32 *mine = &clocks[(sm * 32 + warp) * 3];
                        from = std::min(from, mine[0]), to = std::max(to, mine[1]);
                    }
                sum += to - from;
            }
            launches.push_back(sum / sms);
        }
        std::sort(launches.begin(), launches.end());
        return launches[2];
    };
    for (u32 mask : {0x1u, 0xfu, 0x11u, 0xffu, 0x1111u, 0xffffu, 0xffffffffu})
        for (int blocks : {1, 2, 3, 4, 5, 6, 8, 12, 14, 16, 18, 20})
            for (int sms : {1, 132}) {
                if (sms == 132 && mask != 0xf && mask != 0xffff) continue;
                double first = median(mask, blocks, sms, 1), five = median(mask, blocks, sms, 5);
                printf("code_%x_%d_%d %.0f %.0f\n", mask, 8 * blocks, sms, first, (five - first) / 4);
            }
}
