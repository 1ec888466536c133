/* buffers: memory of the device and page-locked memory of the host, with a count of its bytes.
 *
 * A buffer grows and never shrinks, so routing a net allocates nothing if a larger one was routed
 * before. The account gives the summary its peak_bytes. */
#pragma once

#include "grid/base.h"

struct memory_account {
    size_t device, device_peak; /* bytes held now, and their maximum so far */
    size_t host, host_peak;     /* the same for page-locked memory of the host */
};

struct buffer {
    void *data;        /* device address, or host address of page-locked memory */
    void *data_device; /* address for the device: data itself, or the mapped address */
    size_t bytes;
    bool host; /* page-locked memory of the host */
};

/* Makes sure that the buffer holds at least `bytes` of device memory; its contents are lost when it
 * grows. `what`: name of the contents in messages ("labels"). Fails with STATUS_FAILED. */
enum status buffer_reserve(struct buffer *buffer, size_t bytes, const char *what,
                           struct memory_account *account, struct error *error);

/* The same with page-locked host memory that the device can also address. */
enum status buffer_reserve_host(struct buffer *buffer, size_t bytes, const char *what,
                                struct memory_account *account, struct error *error);

/* Frees either kind of memory and clears the buffer. Accepts a zeroed buffer. */
void buffer_free(struct buffer *buffer, struct memory_account *account);
