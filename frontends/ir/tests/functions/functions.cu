// The functions of nvcc's library, one a kernel. Ours are compared with what nvcc 13 made of this
// text for sm_90, `nvcc -arch=sm_90 -cubin functions.cu`.

#define KERNEL(name, type, value) \
    extern "C" __global__ void name(type *out, const type *xs, const type *ys) \
    { \
        int i = blockIdx.x * blockDim.x + threadIdx.x; \
        type x = xs[i], y = ys[i]; \
        out[i] = value; \
    }

KERNEL(k_expf, float, expf(x))
KERNEL(k_exp2f, float, exp2f(x))
KERNEL(k_exp10f, float, exp10f(x))
KERNEL(k_expm1f, float, expm1f(x))
KERNEL(k_logf, float, logf(x))
KERNEL(k_log2f, float, log2f(x))
KERNEL(k_log10f, float, log10f(x))
KERNEL(k_log1pf, float, log1pf(x))
KERNEL(k_sinf, float, sinf(x))
KERNEL(k_cosf, float, cosf(x))
KERNEL(k_tanf, float, tanf(x))
KERNEL(k_asinf, float, asinf(x))
KERNEL(k_acosf, float, acosf(x))
KERNEL(k_atanf, float, atanf(x))
KERNEL(k_atan2f, float, atan2f(x, y))
KERNEL(k_sinhf, float, sinhf(x))
KERNEL(k_coshf, float, coshf(x))
KERNEL(k_tanhf, float, tanhf(x))
KERNEL(k_erff, float, erff(x))
KERNEL(k_powf, float, powf(x, y))
KERNEL(k_hypotf, float, hypotf(x, y))
KERNEL(k_cbrtf, float, cbrtf(x))
KERNEL(k_rsqrtf, float, rsqrtf(x))
KERNEL(k_sqrtf, float, sqrtf(x))
KERNEL(k_roundf, float, roundf(x))
KERNEL(k_copysignf, float, copysignf(x, y))
KERNEL(k_quotient, float, x / y)
KERNEL(k_contracted, float, expf(x) + y)
KERNEL(k_quotient_of_doubles, double, x / y)
KERNEL(k_reciprocal_of_doubles, double, 1.0 / x)
KERNEL(k_root_of_doubles, double, sqrt(x))
