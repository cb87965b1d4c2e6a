#pragma once
#include <stddef.h>
#include <stdint.h>

// What Swift cannot call of libvips: its functions take any number of arguments.
//
// All of it blocks, and may end the process on a hostile picture: it belongs into a process of its own. Functions that fail
// return -1 and write one line of text to `error`.

/// Formats that a picture is written in. The last is no file: red, green and blue of each pixel, a byte each, by lines.
enum { AVIARY_JPEG = 0, AVIARY_WEBP = 1, AVIARY_PIXELS = 2 };

/// The header of a picture: nothing of its content is decoded.
typedef struct {
    /// As stored, before `orientation` is applied.
    int width, height;
    /// As EXIF counts: 1 is upright, 5 to 8 swap width and height.
    int orientation;
    int pages;
    int has_alpha;
    /// The name of the libvips loader, such as `jpegload_buffer`.
    char loader[64];
} aviary_header;

typedef struct {
    /// To be freed with `aviary_free`.
    uint8_t *bytes;
    size_t count;
    int width, height;
    int format;
    /// The average color, 0xRRGGBB.
    uint32_t color;
} aviary_rendition;

typedef struct {
    /// Neither side is longer, in pixels. Pictures are never made larger.
    int side;
    int quality;
    /// -1 is JPEG, or WebP for a picture with transparent parts.
    int format;
    /// Whether EXIF, XMP and the color profile are written, too: the place where a photograph was taken is among them.
    int keeps_metadata;
} aviary_recipe;

/// Once in a process, before all else. From then on only pictures of known kinds are read: JPEG, PNG, WebP, GIF, HEIF.
int aviary_start(const char *program);

int aviary_read_header(const void *bytes, size_t count, aviary_header *header, char *error, size_t error_size);

/// Calls `tell` with each text of the header whose name begins with `prefix`, say `exif-`.
int aviary_read_texts(
    const void *bytes, size_t count, const char *prefix, void (*tell)(void *context, const char *name, const char *text),
    void *context, char *error, size_t error_size);

/// Makes a smaller picture: upright, in sRGB.
int aviary_render(
    const void *bytes, size_t count, aviary_recipe recipe, aviary_rendition *rendition, char *error, size_t error_size);

void aviary_free(void *bytes);
