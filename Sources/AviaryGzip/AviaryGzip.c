#include "AviaryGzip.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

// The size of the file's header and trailer, beyond the bound of zlib's own format.
static const size_t envelope = 18;

size_t aviary_gzip_bound(size_t count) { return compressBound(count) + envelope; }

static const int gzipFormat = 16;

// Runs all bytes through a stream at once. Returns the number of bytes written; 0 if the stream did not end.
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

static const unsigned char endOfFlush[] = {0x00, 0x00, 0xFF, 0xFF};

// A flush adds an empty block of up to six bytes.
size_t aviary_deflate_message_bound(size_t count) { return compressBound(count) + 6; }

size_t aviary_deflate_message(const void *bytes, size_t count, void *room, size_t capacity, int level) {
    if (count > UINT_MAX || capacity > UINT_MAX) return 0;
    z_stream stream = {0};
    if (deflateInit2(&stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = room;
    stream.avail_out = (uInt)capacity;
    const int result = deflate(&stream, Z_SYNC_FLUSH);
    // With room left the flush is complete.
    const int isComplete = result == Z_OK && stream.avail_in == 0 && stream.avail_out > 0;
    const size_t written = stream.total_out;
    deflateEnd(&stream);
    return isComplete && written > sizeof endOfFlush ? written - sizeof endOfFlush : 0;
}

int aviary_inflate_message(const void *bytes, size_t count, void *room, size_t capacity, size_t *written) {
    *written = 0;
    if (count > UINT_MAX || capacity > UINT_MAX) return -1;
    z_stream stream = {0};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return -1;
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = room;
    stream.avail_out = (uInt)capacity;
    int result = inflate(&stream, Z_SYNC_FLUSH);
    if ((result == Z_OK || result == Z_BUF_ERROR) && stream.avail_in == 0) {
        stream.next_in = (Bytef *)endOfFlush;
        stream.avail_in = sizeof endOfFlush;
        result = inflate(&stream, Z_SYNC_FLUSH);
    }
    *written = stream.total_out;
    const int isWhole = stream.avail_in == 0 && result == Z_OK;
    const int isFull = stream.avail_out == 0 && (result == Z_OK || result == Z_BUF_ERROR);
    inflateEnd(&stream);
    return isWhole ? 1 : isFull ? 0 : -1;
}

struct aviary_inflater {
    z_stream stream;
};

static aviary_inflater *new_inflater(int bits) {
    aviary_inflater *inflater = calloc(1, sizeof *inflater);
    if (inflater && inflateInit2(&inflater->stream, bits) != Z_OK) {
        free(inflater);
        return NULL;
    }
    return inflater;
}

aviary_inflater *aviary_inflater_new(void) { return new_inflater(MAX_WBITS + gzipFormat); }

aviary_inflater *aviary_zlib_inflater_new(void) { return new_inflater(MAX_WBITS); }

int aviary_inflate(aviary_inflater *inflater, const void *bytes, size_t count, void *room, size_t capacity, size_t *read,
                   size_t *written) {
    z_stream *stream = &inflater->stream;
    const uInt given = count > UINT_MAX ? UINT_MAX : (uInt)count;
    const uInt vacant = capacity > UINT_MAX ? UINT_MAX : (uInt)capacity;
    stream->next_in = (Bytef *)bytes;
    stream->avail_in = given;
    stream->next_out = room;
    stream->avail_out = vacant;
    const int result = inflate(stream, Z_NO_FLUSH);
    *read = given - stream->avail_in;
    *written = vacant - stream->avail_out;
    if (result == Z_STREAM_END) return 1;
    // Z_BUF_ERROR means that no progress was possible. It is not an error of the file.
    return result == Z_OK || result == Z_BUF_ERROR ? 0 : -1;
}

void aviary_inflater_free(aviary_inflater *inflater) {
    inflateEnd(&inflater->stream);
    free(inflater);
}

uint32_t aviary_crc32(uint32_t crc, const void *bytes, size_t count) { return (uint32_t)crc32_z(crc, bytes, count); }

uint32_t aviary_adler32(const void *bytes, size_t count) { return (uint32_t)adler32_z(1, bytes, count); }
