// libFuzzer as a library. The compiler links it with -sanitize=fuzzer and has no header for this.
#include <stddef.h>
#include <stdint.h>

extern int LLVMFuzzerRunDriver(int *count, char ***arguments,
                               int (*reader)(const uint8_t *bytes, size_t count));
