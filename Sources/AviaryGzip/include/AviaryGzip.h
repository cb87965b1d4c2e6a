#ifndef AVIARY_GZIP_H
#define AVIARY_GZIP_H

#include <stddef.h>
#include <stdint.h>

/// The largest size of the gzip file for `count` bytes.
size_t aviary_gzip_bound(size_t count);

/// Compresses bytes to a gzip file (RFC 1952) in memory.
///
/// This is in C because zlib's initialization is a macro, which Swift cannot call.
///
/// - level: From 1, the fastest, to 9, the smallest.
///
/// Returns the number of bytes written; 0 if there is not enough memory or room.
size_t aviary_gzip(const void *bytes, size_t count, void *room, size_t capacity, int level);

/// Reads a gzip file in memory.
///
/// Returns the number of bytes written; 0 if the file is broken, or there is not enough memory or room.
size_t aviary_gunzip(const void *file, size_t count, void *room, size_t capacity);

/// The largest size of the compressed form of a message of `count` bytes.
size_t aviary_deflate_message_bound(size_t count);

/// Compresses a message of a WebSocket (RFC 7692) by itself: raw deflate up to a flush, without the bytes 00 00 FF FF that
/// end a flush.
///
/// - level: From 1, the fastest, to 9, the smallest.
///
/// Returns the number of bytes written; 0 if there is not enough memory or room.
size_t aviary_deflate_message(const void *bytes, size_t count, void *room, size_t capacity, int level);

/// Reads what `aviary_deflate_message` writes.
///
/// - written: The number of bytes written.
///
/// Returns 1 if all of the message is written, 0 if there is no room for all of it, -1 if it is broken.
int aviary_inflate_message(const void *bytes, size_t count, void *room, size_t capacity, size_t *written);

/// Reads a gzip file in parts.
typedef struct aviary_inflater aviary_inflater;

/// Returns NULL if there is not enough memory.
aviary_inflater *aviary_inflater_new(void);

/// Reads a zlib stream (RFC 1950) in parts, such as the data of a PNG. Returns NULL if there is not enough memory.
aviary_inflater *aviary_zlib_inflater_new(void);

/// Decompresses as many bytes as there is room for.
///
/// - read: The number of bytes read.
/// - written: The number of bytes written.
///
/// Returns 1 at the end of the file, 0 before it, -1 if the file is broken.
int aviary_inflate(aviary_inflater *inflater, const void *bytes, size_t count, void *room, size_t capacity, size_t *read,
                   size_t *written);

void aviary_inflater_free(aviary_inflater *inflater);

/// The checksum of zip files. `crc` is the checksum of all bytes before; 0 for the first.
uint32_t aviary_crc32(uint32_t crc, const void *bytes, size_t count);

/// The checksum at the end of the zlib format (RFC 1950).
uint32_t aviary_adler32(const void *bytes, size_t count);

#endif
