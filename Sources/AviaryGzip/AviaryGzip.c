#include "AviaryGzip.h"

#include <limits.h>
#include <zlib.h>

// Header and trailer of the file, beyond the bound of zlib's own format.
static const size_t envelope = 18;

size_t aviary_gzip_bound(size_t count) { return compressBound(count) + envelope; }

size_t aviary_gzip(const void *bytes, size_t count, void *room, size_t capacity, int level) {
    if (count > UINT_MAX || capacity > UINT_MAX) return 0;
    z_stream stream = {0};
    const int gzipFormat = 16;
    if (deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + gzipFormat, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = room;
    stream.avail_out = (uInt)capacity;
    const int result = deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return result == Z_STREAM_END ? stream.total_out : 0;
}
