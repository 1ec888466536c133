/* buffers: memory of the device and page-locked memory of the host, with an account of it.
 *
 * A buffer grows and never shrinks, so that a net costs no allocation once a larger one was
 * routed. The account keeps the sums for the summary's peak_bytes.
 */
#pragma once

#include "grid/base.h"

struct memory_account {
    size_t device, device_peak; /* bytes held now, and the most so far */
    size_t host, host_peak;     /* page-locked bytes */
};

struct buffer {
    void *data;        /* device address, or host address of pinned memory */
    void *data_device; /* where the device sees it: data itself, or the mapped address */
    size_t bytes;
};

/* Makes sure that the buffer holds at least `bytes` of device memory. Contents are lost when it
 * grows. what names the thing in the message ("labels"). Fails with STATUS_FAILED. */
enum status buffer_reserve(struct buffer *buffer, size_t bytes, const char *what,
                           struct memory_account *account, struct error *error);

/* The same with page-locked host memory that the device can also address directly. */
enum status buffer_reserve_host(struct buffer *buffer, size_t bytes, const char *what,
                                struct memory_account *account, struct error *error);

/* Free the memory and clear the buffer. Accept a zeroed one. */
void buffer_free(struct buffer *buffer, struct memory_account *account);
void buffer_free_host(struct buffer *buffer, struct memory_account *account);
