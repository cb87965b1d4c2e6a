#ifndef AVIARY_GZIP_H
#define AVIARY_GZIP_H

#include <stddef.h>
#include <stdint.h>

/// The most bytes that compressing so many may make.
size_t aviary_gzip_bound(size_t count);

/// Compresses bytes to a gzip file (RFC 1952) in memory.
///
/// zlib's way to begin is a macro, so Swift cannot call it.
///
/// - level: From 1, the fastest, to 9, the smallest.
/// Returns the number of bytes written; 0 when there is not the memory, or the room.
size_t aviary_gzip(const void *bytes, size_t count, void *room, size_t capacity, int level);

/// Reads a gzip file in memory.
///
/// Returns the number of bytes written; 0 when it is broken, or there is not the memory, or the room.
size_t aviary_gunzip(const void *file, size_t count, void *room, size_t capacity);

/// Reads a gzip file part by part.
typedef struct aviary_inflater aviary_inflater;

/// Returns NULL when there is not the memory.
aviary_inflater *aviary_inflater_new(void);

/// Reads as much as there is room for.
///
/// - read: How many of the bytes were read.
/// - written: How many bytes came out.
/// Returns 1 at the end of the file, 0 before it, -1 when it is broken.
int aviary_inflate(aviary_inflater *inflater, const void *bytes, size_t count, void *room, size_t capacity, size_t *read,
                   size_t *written);

void aviary_inflater_free(aviary_inflater *inflater);

/// The checksum of zip files, gone on with from that of what stands before; 0 to begin with.
uint32_t aviary_crc32(uint32_t crc, const void *bytes, size_t count);

/// The checksum at the end of zlib's form (RFC 1950).
uint32_t aviary_adler32(const void *bytes, size_t count);

#endif
