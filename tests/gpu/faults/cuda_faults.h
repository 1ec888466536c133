/* cuda_faults: calls of CUDA that fail, for tests.
 *
 * A test program is linked so that every call that leeway makes of the CUDA runtime comes here
 * first (the Makefile's list of `--wrap`). One call of a device, told by its number, fails:
 *
 *     memory    with cudaErrorMemoryAllocation, once; the call is not made
 *     launch    with cudaErrorLaunchFailure, and so does every later call on that device
 *     address   with cudaErrorIllegalAddress, likewise
 *     poison    a kernel writes to an address that is not there; so the device fails in earnest,
 *               soon after, for as long as the process lives, and all other devices with it
 *
 * Calls that free or wait are made all the same, so that a program can be failed many times. A
 * kernel's launch fails where it is noticed, in cudaGetLastError.
 *
 * The variable CUDA_FAULT, "DEVICE:NUMBER:KIND", does the same for a program: "0:17:launch".
 */
#pragma once

#include <stdbool.h>

enum cuda_fault {
    CUDA_FAULT_MEMORY,
    CUDA_FAULT_LAUNCH,
    CUDA_FAULT_ADDRESS,
    CUDA_FAULT_POISON,
    CUDA_FAULTS
};

#ifdef __cplusplus
extern "C" {
#endif

/* Call `number` of the device, from 1, counted from now on, will fail; 0: none. Faults of before
 * are over, but for `poison`. Not while engines are at work. */
void cuda_fault_set(int device, long number, enum cuda_fault kind);

long cuda_fault_calls(void); /* of the device since it was set */
bool cuda_fault_fired(void);

#ifdef __cplusplus
}
#endif
