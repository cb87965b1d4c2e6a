#include "AviaryGzip.h"

#include <limits.h>
#include <zlib.h>

// Header and trailer of the file, beyond the bound of zlib's own format.
static const size_t envelope = 18;

size_t aviary_gzip_bound(size_t count) { return compressBound(count) + envelope; }

static const int gzipFormat = 16;

// Has all bytes go through a stream at once. Returns how many came out; 0 when not all did.
static size_t run(z_stream *stream, int (*step)(z_stream *, int), int (*end)(z_stream *), const void *bytes, size_t count,
                  void *room, size_t capacity) {
    stream->next_in = (Bytef *)bytes;
    stream->avail_in = (uInt)count;
    stream->next_out = room;
    stream->avail_out = (uInt)capacity;
    const int result = step(stream, Z_FINISH);
    end(stream);
    return result == Z_STREAM_END ? stream->total_out : 0;
}

size_t aviary_gzip(const void *bytes, size_t count, void *room, size_t capacity, int level) {
    if (count > UINT_MAX || capacity > UINT_MAX) return 0;
    z_stream stream = {0};
    if (deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + gzipFormat, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    return run(&stream, deflate, deflateEnd, bytes, count, room, capacity);
}

size_t aviary_gunzip(const void *file, size_t count, void *room, size_t capacity) {
    if (count > UINT_MAX || capacity > UINT_MAX) return 0;
    z_stream stream = {0};
    if (inflateInit2(&stream, MAX_WBITS + gzipFormat) != Z_OK) return 0;
    return run(&stream, inflate, inflateEnd, file, count, room, capacity);
}

uint32_t aviary_crc32(uint32_t crc, const void *bytes, size_t count) { return (uint32_t)crc32_z(crc, bytes, count); }
