// Products of several words.

// The upper half of a product of 128 bits, by products of words.
__device__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    unsigned int a_low = (unsigned int) a, a_high = (unsigned int) (a >> 32);
    unsigned int b_low = (unsigned int) b, b_high = (unsigned int) (b >> 32);
    unsigned long long low = (unsigned long long) a_low * b_low;
    unsigned long long middle = (unsigned long long) a_high * b_low + (low >> 32);
    unsigned long long other = (unsigned long long) a_low * b_high + (unsigned int) middle;
    return (unsigned long long) a_high * b_high + (middle >> 32) + (other >> 32);
}
