#pragma once
#include "AviaryWorker.h"
#include <stddef.h>
#include <stdint.h>

// Wrappers for libvips, whose variadic functions Swift cannot call.
//
// All functions block, and may crash the process on a hostile picture, so call them in a separate process. Functions
// that fail return -1 and write one line of text to `error`.

/// The formats in which a picture is written. Pixels are raw: red, green and blue, a byte each, line by line.
enum { AVIARY_JPEG = 0, AVIARY_WEBP = 1, AVIARY_PIXELS = 2, AVIARY_LOSSLESS_WEBP = 3 };

/// The header of a picture. Its pixels are not decoded.
typedef struct {
    /// The stored size in pixels, before `orientation` is applied.
    int width, height;
    /// The orientation of EXIF: 1 is upright, 5 to 8 swap width and height. It is 1 for a WebP, as in browsers.
    int orientation;
    int pages;
    int has_alpha;
    /// The name of the libvips loader, such as `jpegload_buffer`.
    char loader[64];
} aviary_header;

typedef struct {
    /// The content. Free it with `aviary_free`.
    uint8_t *bytes;
    size_t count;
    int width, height;
    int format;
    /// The average color, 0xRRGGBB.
    uint32_t color;
    /// True if data are missing or broken, and white rows stand for them.
    int is_incomplete;
} aviary_rendition;

typedef struct {
    /// The largest length of either side, in pixels. Pictures are never enlarged.
    int side;
    int quality;
    /// A format; -1 is JPEG, or WebP for a picture with an alpha channel.
    int format;
    /// True if colors are as sharp as brightness: text and drawings keep their edges. The file is larger.
    int keeps_colors;
    /// True if EXIF, XMP and the color profile are written, too. They include the place where a photograph was taken.
    int keeps_metadata;
    /// The largest part of a JPEG that may be missing, in percent.
    int most_missing;
    /// True if rows are missing, and something was put in their place.
    int is_mended;
} aviary_recipe;

/// Loads and initializes libvips. Call it once in a process, before all other functions. From then on only supported
/// formats are read: JPEG, PNG, WebP, GIF, HEIF.
int aviary_start(const char *program, char *error, size_t error_size);

int aviary_read_header(const void *bytes, size_t count, aviary_header *header, char *error, size_t error_size);

/// Calls `tell` with each text of the header whose name begins with `prefix`, such as `exif-`. The first megabyte of XMP
/// follows under the name `xmp-data`.
int aviary_read_texts(
    const void *bytes, size_t count, const char *prefix, void (*tell)(void *context, const char *name, const char *text),
    void *context, char *error, size_t error_size);

/// Makes a smaller picture: upright, in sRGB.
int aviary_render(
    const void *bytes, size_t count, aviary_recipe recipe, aviary_rendition *rendition, char *error, size_t error_size);

void aviary_free(void *bytes);
