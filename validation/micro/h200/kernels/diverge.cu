// How the groups of a diverged warp run: loops, branches, switches, meeting points.
#include "log.cuh"

// Loops that lanes leave after different numbers of turns.
KERNEL(loop_plain)
{
    BEGIN
#pragma unroll 1
    for (int k = 0; k < (t & 15); k++) LOG(k);
    LOG(1000);
    END
}
KERNEL(loop_if)
{
    BEGIN
#pragma unroll 1
    for (int k = 0; k < (t & 15); k++) {
        if (t >> 4 >> k & 1) LOG(100 + k); else LOG(200 + k);
        LOG(300 + k);
    }
    LOG(1000);
    END
}
KERNEL(loop_break)
{
    BEGIN
#pragma unroll 1
    for (int k = 0; k < (t & 15); k++) {
        LOG(100 + k);
        if (k == t >> 4) { LOG(200 + k); break; }
        LOG(300 + k);
    }
    LOG(1000);
    END
}
KERNEL(loop_nest)
{
    BEGIN
    int turns = min(t & 15, 6);
#pragma unroll 1
    for (int k = 0; k < turns; k++) {
#pragma unroll 1
        for (int j = 0; j < ((t >> 4) + k & 3); j++) LOG(100 + 10 * k + j);
        LOG(900 + k);
    }
    LOG(1000);
    END
}
KERNEL(loop_exit)
{
    __shared__ u32 count;
    int lane = threadIdx.x, t = key[blockIdx.x * 32 + lane];
    volatile u32 *entry = out + blockIdx.x * 2 * ENTRIES;
    count = 0;
    __syncwarp();
#pragma unroll 1
    for (int k = 0; k < (t & 15); k++) {
        LOG(100 + k);
        if (k == t >> 4) asm volatile("exit;");
        LOG(200 + k);
    }
    LOG(1000);
}
KERNEL(loop_sleep)
{
    BEGIN
    int turns = min(t & 15, 7);
#pragma unroll 1
    for (int k = 0; k < turns; k++) { LOG(k); asm volatile("nanosleep.u32 0;"); LOG(100 + k); }
    LOG(1000);
    END
}

// Branches and switches.
KERNEL(tree)
{
    BEGIN
    if (t & 1) {
        LOG(1);
        if (t & 2) { LOG(3); if (t & 4) LOG(7); else LOG(4); LOG(11); }
        else { LOG(2); if (t & 4) LOG(6); else LOG(5); LOG(12); }
        LOG(21);
    } else {
        LOG(51);
        if (t & 2) { LOG(53); if (t & 4) LOG(57); else LOG(54); LOG(61); }
        else { LOG(52); if (t & 4) LOG(56); else LOG(55); LOG(62); }
        LOG(71);
    }
    LOG(1000);
    END
}
#define CASE(n) case n: LOG(100 + n); x = __int_as_float(__float_as_int(x) ^ (0x1234 * n + 77)); LOG(200 + n); break;
#define SWITCH(name, cases) KERNEL(name) { \
    BEGIN \
    float x = t & 15; \
    switch (t & 15) { cases default: LOG(199); x = __fsqrt_rn(x); break; } \
    LOG(1000); \
    END \
    if (x == 1e30f) out[0] = 1; }
SWITCH(switch4, CASE(0) CASE(1) CASE(2) CASE(3))
SWITCH(switch12, CASE(0) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8) CASE(9) CASE(10) CASE(11))

// One BRX with sixteen targets.
#define ENTER "activemask.b32 m; ld.volatile.shared.u32 n, [%0]; mad.lo.u32 a, n, 8, %1; st.volatile.shared.u32 [a], "
#define LEAVE "; st.volatile.shared.u32 [a+4], m; add.u32 n, n, 1; st.volatile.shared.u32 [%0], n;"
#define TARGET(n) "C" #n ": " ENTER "100+" #n LEAVE ENTER "200+" #n LEAVE " bra.uni END;"
#define INDIRECT(to) do { \
    u32 at_ = __cvta_generic_to_shared(&count), log_ = __cvta_generic_to_shared((void *)entry); \
    asm volatile("{ .reg .u32 m, n, a; TO: .branchtargets C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15;" \
                 "brx.idx %2, TO;" \
                 TARGET(0) TARGET(1) TARGET(2) TARGET(3) TARGET(4) TARGET(5) TARGET(6) TARGET(7) \
                 TARGET(8) TARGET(9) TARGET(10) TARGET(11) TARGET(12) TARGET(13) TARGET(14) TARGET(15) \
                 "END: }" :: "r"(at_), "r"(log_), "r"(to) : "memory"); } while (0)
KERNEL(indirect_once)
{
    BEGIN
    INDIRECT(t & 15);
    LOG(1000);
    END
}
KERNEL(indirect_loop)
{
    BEGIN
#pragma unroll 1
    for (int k = 0; k < 3; k++) {
        INDIRECT(t >> 4 * k & 15);
        LOG(900 + k);
    }
    LOG(1000);
    END
}

// Lanes that meet at __syncwarp() in different arms of a branch.
KERNEL(sync_arms)
{
    BEGIN
    if (t & 1) { LOG(1); __syncwarp(); LOG(2); }
    else { LOG(3); if (t & 2) LOG(4); else LOG(5); LOG(6); __syncwarp(); LOG(7); }
    LOG(1000);
    END
}

// Which lane's value stays when several store to one place; key 15: none.
KERNEL(store_winner)
{
    __shared__ volatile u32 narrow[16];
    __shared__ volatile unsigned long long wide[16];
    int lane = threadIdx.x, t = key[blockIdx.x * 32 + lane] & 15;
    volatile u32 *o = out + blockIdx.x * 96;
    if (lane < 16) narrow[lane] = wide[lane] = o[32 + lane] = o[64 + 2 * lane] = 99;
    __syncwarp();
    if (t < 15) narrow[t] = lane;
    if (t < 15) wide[t] = lane;
    if (t < 15) o[32 + t] = lane;
    if (t < 15) *(volatile unsigned long long *)(o + 64 + 2 * t) = lane;
    __syncwarp();
    if (lane < 16) { o[lane] = narrow[lane]; o[16 + lane] = wide[lane]; }
}

// Sixteen sleeps.
extern "C" __global__ void sleep_16(u32 *out, int nanoseconds)
{
    u32 first = clock();
#pragma unroll
    for (int i = 0; i < 16; i++) asm volatile("nanosleep.u32 %0;" :: "r"(nanoseconds) : "memory");
    if (threadIdx.x == 0) out[blockIdx.x] = clock() - first;
}
