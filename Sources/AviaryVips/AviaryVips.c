#include "AviaryVips.h"
#include "VipsFunctions.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int fail(char *error, size_t size) {
    // The first line states the fault of the file. Further lines only state the operations that failed because of it.
    const char *text = vips.error_buffer();
    size_t length = strcspn(text, "\n");
    if (size) {
        if (length >= size) length = size - 1;
        memcpy(error, text, length);
        error[length] = 0;
    }
    vips.error_clear();
    return -1;
}

// The loaders of the supported formats.
static const char *loaders[] = {
    "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadNsgif", "VipsForeignLoadHeif"};
static const size_t loader_count = sizeof loaders / sizeof *loaders;

static void ignore(const char *domain, GLogLevelFlags level, const char *message, void *data) {}

int aviary_start(const char *program, char *error, size_t error_size) {
    const char *reason = load_vips();
    if (reason) {
        g_strlcpy(error, reason, error_size);
        return -1;
    }
    if (vips.init(program)) return fail(error, error_size);
    // Else each fault in the data is a line in the log of the program.
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, ignore, NULL);
    // Parallelism comes from several processes, and no picture is read twice, so threads and the cache are off.
    vips.concurrency_set(1);
    vips.cache_set_max(0);
    vips.operation_block_set("VipsForeignLoad", TRUE);
    for (size_t i = 0; i < loader_count; i++) vips.operation_block_set(loaders[i], FALSE);
    return 0;
}

// A fault in the data is an error, not a picture with a grey lower part. libvips 8.14 accepts the option only in this form.
#define STRICT "[fail_on=error]"
// Reads a broken JPEG up to its fault. Only the decoder of JPEG fills the missing rows. In a PNG, libvips leaves old
// memory in them. Headers are read this way, too, because a GIF is read as a whole for its header.
#define LENIENT "[fail_on=none]"

static VipsImage *open_picture(const void *bytes, size_t count, const char *options) {
    VipsImage *picture = vips.image_new_from_buffer(bytes, count, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
    // Errors that a loader has recovered from must not show up in later messages. The HEIF loader, for example, reads
    // beyond the end of the file.
    if (picture) vips.error_clear();
    return picture;
}

// For other formats, libvips reports the name of a blocked loader, which means nothing to a person. So the format is
// checked before.
static int is_read_here(const void *bytes, size_t count) {
    const char *found = vips.foreign_find_load_buffer(bytes, count);
    if (!found) vips.error_clear();
    for (size_t i = 0; found && i < loader_count; i++)
        if (g_str_has_prefix(found, loaders[i])) return 1;
    return 0;
}

static int is_loaded_by(VipsImage *picture, const char *prefix) {
    const char *loader;
    return vips.image_get_typeof(picture, VIPS_META_LOADER) && !vips.image_get_string(picture, VIPS_META_LOADER, &loader) &&
           g_str_has_prefix(loader, prefix);
}

// Browsers ignore the orientation in the EXIF of a WebP.
static int is_turned_by_exif(VipsImage *picture) { return !is_loaded_by(picture, "webpload"); }

int aviary_read_header(const void *bytes, size_t count, aviary_header *header, char *error, size_t error_size) {
    memset(header, 0, sizeof *header);
    if (!is_read_here(bytes, count)) {
        g_strlcpy(error, "only JPEG, PNG, WebP, GIF, AVIF and HEIC are read", error_size);
        return -1;
    }
    VipsImage *picture = open_picture(bytes, count, LENIENT);
    if (!picture) return fail(error, error_size);
    header->width = vips.image_get_width(picture);
    header->height = vips.image_get_height(picture);
    header->orientation = is_turned_by_exif(picture) ? vips.image_get_orientation(picture) : 1;
    header->pages = vips.image_get_n_pages(picture);
    header->has_alpha = vips.image_hasalpha(picture);
    const char *loader = NULL;
    if (vips.image_get_typeof(picture, VIPS_META_LOADER) && !vips.image_get_string(picture, VIPS_META_LOADER, &loader))
        strncpy(header->loader, loader, sizeof header->loader - 1);
    g_object_unref(picture);
    return 0;
}

int aviary_read_texts(
    const void *bytes, size_t count, const char *prefix, void (*tell)(void *, const char *, const char *), void *context,
    char *error, size_t error_size) {
    VipsImage *picture = open_picture(bytes, count, LENIENT);
    if (!picture) return fail(error, error_size);
    char **names = vips.image_get_fields(picture);
    for (char **name = names; name && *name; name++) {
        const char *text;
        if (strncmp(*name, prefix, strlen(prefix)) || vips.image_get_typeof(picture, *name) != vips.ref_string_get_type()) continue;
        if (!vips.image_get_string(picture, *name, &text)) tell(context, *name, text);
    }
    g_strfreev(names);
    const void *xmp;
    size_t size;
    if (vips.image_get_typeof(picture, VIPS_META_XMP_NAME) &&
        !vips.image_get_blob(picture, VIPS_META_XMP_NAME, &xmp, &size)) {
        char *text = g_strndup(xmp, size < 1 << 20 ? size : 1 << 20);
        tell(context, VIPS_META_XMP_NAME, text);
        g_free(text);
    }
    g_object_unref(picture);
    vips.error_clear();
    return 0;
}

// Replaces a picture by the next one, which holds its own references.
static VipsImage *replace(VipsImage *picture, VipsImage *next) {
    g_object_unref(picture);
    return next;
}

static uint32_t average_color(VipsImage *picture) {
    VipsImage *stats = NULL;
    if (vips.stats(picture, &stats, NULL)) return 0x808080;
    // Row 0 covers all bands together; column 4 is the mean.
    const double *means = (const double *)stats->data + 4;
    int bands = picture->Bands;
    double mean[3];
    for (int band = 0; band < 3; band++) mean[band] = means[(1 + (bands < 3 ? 0 : band)) * stats->Xsize];
    g_object_unref(stats);
    uint32_t color = 0;
    for (int band = 0; band < 3; band++) {
        double value = mean[band] < 0 ? 0 : mean[band] > 255 ? 255 : mean[band];
        color = color << 8 | (uint32_t)(value + 0.5);
    }
    return color;
}

static VipsImage *flatten(VipsImage *picture) {
    double white = 255;
    VipsArrayDouble *background = vips.array_double_new(&white, 1);
    VipsImage *flat = NULL;
    int result = vips.flatten(picture, &flat, "background", background, NULL);
    vips.area_unref(VIPS_AREA(background));
    return result ? NULL : flat;
}

// The factor by which a JPEG is shrunk while it is read, in each direction. This step is cheap. The result is still at
// least 1.5 times the requested size, and a better filter shrinks it further. The factor that libvips itself chooses
// costs two fifths more, for a sharpness that nobody can see.
static int jpeg_shrink(VipsImage *picture, int side) {
    if (!is_loaded_by(picture, "jpegload")) return 0;
    double longest = VIPS_MAX(vips.image_get_width(picture), vips.image_get_height(picture));
    int shrink = 8;
    while (shrink > 1 && longest / shrink < 1.5 * side) shrink /= 2;
    return shrink;
}

// The color space that a profile converts from, as four letters of ICC.1, or NULL when it is no profile.
static const char *space_of(const void *profile, size_t size) {
    return size > 128 && !memcmp((const char *)profile + 36, "acsp", 4) ? (const char *)profile + 16 : NULL;
}

// Returns true if a profile converts pictures of this kind. A profile may be cut off, or lack the tables of its kind.
static int converts(VipsImage *picture, const void *profile, size_t size) {
    if (!vips.icc_is_compatible_profile(picture, profile, size)) return 0;
    VipsImage *dot = NULL, *converted = NULL;
    int bands = vips.image_hasalpha(picture) ? picture->Bands - 1 : picture->Bands;
    int result = vips.black(&dot, 1, 1, "bands", bands, NULL);
    if (!result) {
        dot->Type = picture->Type;
        vips.image_set_blob_copy(dot, VIPS_META_ICC_NAME, profile, size);
        result = vips.icc_transform(dot, &converted, "srgb", "embedded", TRUE, NULL);
        if (converted) g_object_unref(converted);
        g_object_unref(dot);
    }
    vips.error_clear();
    return !result;
}

// Makes a picture and its color profile agree, as browsers do. Scanners write grey pictures with a profile for red,
// green and blue. Other profiles that do not fit are ignored.
static VipsImage *with_fitting_profile(VipsImage *picture) {
    const void *profile;
    size_t size;
    if (!vips.image_get_typeof(picture, VIPS_META_ICC_NAME)) return picture;
    if (vips.image_get_blob(picture, VIPS_META_ICC_NAME, &profile, &size)) return picture;
    const char *space = space_of(profile, size);
    int is_grey = picture->Bands < 3;
    VipsImage *next = NULL;
    if (space && is_grey && !memcmp(space, "RGB ", 4)) {
        VipsInterpretation colors =
            picture->BandFmt == VIPS_FORMAT_USHORT ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
        if (!vips.colourspace(picture, &next, colors, NULL)) picture = replace(picture, next);
        is_grey = 0;
    }
    const char *wanted = is_grey ? "GRAY" : picture->Type == VIPS_INTERPRETATION_CMYK ? "CMYK" : "RGB ";
    if (space && !memcmp(space, wanted, 4) && converts(picture, profile, size)) return picture;
    if (vips.copy(picture, &next, NULL)) return picture;
    vips.image_remove(next, VIPS_META_ICC_NAME);
    return replace(picture, next);
}

static int has_inks(VipsImage *picture) {
    return picture->Type == VIPS_INTERPRETATION_CMYK && picture->Bands == 4 && picture->BandFmt == VIPS_FORMAT_UCHAR &&
           !vips.image_get_typeof(picture, VIPS_META_ICC_NAME);
}

// Converts inks to light, as browsers do without a profile. Each ink takes its share of the light, and black takes its
// share of all colors. An error leaves the picture as it is.
static VipsImage *without_inks(VipsImage *picture) {
    VipsImage *light = NULL, *colors = NULL, *black = NULL, *product = NULL, *scaled = NULL, *named = NULL;
    int result = vips.invert(picture, &light, NULL) || vips.extract_band(light, &colors, 0, "n", 3, NULL) ||
                 vips.extract_band(light, &black, 3, NULL) || vips.multiply(colors, black, &product, NULL) ||
                 vips.linear1(product, &scaled, 1 / 255.0, 0.5, "uchar", TRUE, NULL) ||
                 vips.copy(scaled, &named, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    for (int index = 0; index < 5; index++) {
        VipsImage *part = (VipsImage *[]){light, colors, black, product, scaled}[index];
        if (part) g_object_unref(part);
    }
    return result ? picture : replace(picture, named);
}

// Rotates by EXIF, shrinks while decoding, and converts by the color profile.
static VipsImage *thumbnail(const void *bytes, size_t count, int side, const char *options) {
    // A HEIF file may have a thumbnail, which `vips_thumbnail_buffer` would use. But the thumbnail may be another picture
    // or show more than the large one, and it does not prove that the large one is complete. So the large one is read.
    VipsImage *picture = NULL, *source = open_picture(bytes, count, options);
    if (!source) return NULL;
    int shrink = jpeg_shrink(source, side);
    if (shrink > 1) {
        g_object_unref(source);
        source =
            vips.image_new_from_buffer(bytes, count, options, "access", VIPS_ACCESS_SEQUENTIAL, "shrink", shrink, NULL);
        if (!source) return NULL;
    }
    VipsImage *stored = source;
    source = with_fitting_profile(stored);
    if (has_inks(source)) source = without_inks(source);
    int is_converted = vips.image_get_typeof(source, VIPS_META_ICC_NAME) || source->Type == VIPS_INTERPRETATION_CMYK;
    // NULL in place of a name ends the options. The intent is that of browsers.
    const char *export_profile = is_converted ? "export_profile" : NULL;
    int is_upright = !is_turned_by_exif(source), result;
    if (source == stored && is_loaded_by(source, "webpload")) {
        // This also shrinks a WebP while it is read.
        result = vips.thumbnail_buffer(
            (void *)bytes, count, &picture, side, "height", side, "size", VIPS_SIZE_DOWN, "no_rotate",
            is_upright, "intent", VIPS_INTENT_PERCEPTUAL, "option_string", options, export_profile, "srgb", NULL);
    } else {
        result = vips.thumbnail_image(
            source, &picture, side, "height", side, "size", VIPS_SIZE_DOWN, "no_rotate", is_upright, "intent",
            VIPS_INTENT_PERCEPTUAL, export_profile, "srgb", NULL);
    }
    g_object_unref(source);
    return result ? NULL : picture;
}

// In libvips 8.14, `strip` leaves EXIF and the color profile in WebP. So all fields are removed before writing. Fields
// such as the size cannot be removed.
static void remove_metadata(VipsImage *picture) {
    char **names = vips.image_get_fields(picture);
    for (char **name = names; name && *name; name++) vips.image_remove(picture, *name);
    g_strfreev(names);
}

static int write_pixels(VipsImage *picture, uint8_t **bytes, size_t *count) {
    VipsImage *colors = NULL;
    if (picture->Bands < 3 || picture->BandFmt != VIPS_FORMAT_UCHAR) {
        vips.error("aviary", "its colors cannot be read");
        return -1;
    }
    if (vips.extract_band(picture, &colors, 0, "n", 3, NULL)) return -1;
    *bytes = vips.image_write_to_memory(colors, count);
    g_object_unref(colors);
    return *bytes ? 0 : -1;
}

// The exponent that converts a PNG by its `gAMA` to the gamma of screens, 1 / 2.2. It is 1 if they differ by 5 percent
// or less. A color profile or an sRGB chunk overrules `gAMA` (PNG, third edition, 4.3).
static double png_gamma(const uint8_t *bytes, size_t count) {
    double gamma = 0;
    for (size_t at = 8; count >= 12 && at <= count - 12;) {
        const uint8_t *chunk = bytes + at;
        size_t length = (size_t)chunk[0] << 24 | chunk[1] << 16 | chunk[2] << 8 | chunk[3];
        if (length > count - 12 - at || !memcmp(chunk + 4, "IDAT", 4)) break;
        if (!memcmp(chunk + 4, "sRGB", 4) || !memcmp(chunk + 4, "iCCP", 4)) return 1;
        if (!memcmp(chunk + 4, "gAMA", 4) && length == 4)
            gamma = ((uint32_t)chunk[8] << 24 | chunk[9] << 16 | chunk[10] << 8 | chunk[11]) / 1e5 * 2.2;
        at += 12 + length;
    }
    return gamma >= 0.1 && gamma <= 10 && fabs(gamma - 1) > 0.05 ? gamma : 1;
}

// Converts the colors of a PNG by its gamma, and leaves its transparency.
static VipsImage *with_gamma(VipsImage *picture, double gamma) {
    VipsImage *colors = NULL, *alpha = NULL, *converted = NULL, *joined = NULL;
    int bands = picture->Bands - 1;
    if (!vips.image_hasalpha(picture)) {
        return vips.gamma(picture, &converted, "exponent", gamma, NULL) ? picture : replace(picture, converted);
    }
    int result = vips.extract_band(picture, &colors, 0, "n", bands, NULL) ||
                 vips.extract_band(picture, &alpha, bands, NULL) ||
                 vips.gamma(colors, &converted, "exponent", gamma, NULL) ||
                 vips.bandjoin2(converted, alpha, &joined, NULL);
    for (int index = 0; index < 3; index++) {
        VipsImage *part = (VipsImage *[]){colors, alpha, converted}[index];
        if (part) g_object_unref(part);
    }
    return result ? picture : replace(picture, joined);
}

// Makes a thumbnail in sRGB, which every browser shows. 16 bits, greys and other color spaces are converted. It is in
// memory, because it is read twice.
static VipsImage *decode(const void *bytes, size_t count, int side, const char *options) {
    VipsImage *next = NULL, *picture = thumbnail(bytes, count, side, options);
    if (!picture) return NULL;
    double gamma = count > 8 && !memcmp(bytes, "\x89PNG", 4) ? png_gamma(bytes, count) : 1;
    if (gamma != 1) picture = with_gamma(picture, gamma);
    if (!vips.colourspace(picture, &next, VIPS_INTERPRETATION_sRGB, NULL)) picture = replace(picture, next);
    next = vips.image_copy_memory(picture);
    g_object_unref(picture);
    return next;
}

// The decoder of JPEG fills missing rows with middle grey. The decoder of GIF fills them with black.
enum { JPEG_FILLING = 128, GIF_FILLING = 0 };

static int is_filling(const uint8_t *pixel, int filling) {
    return abs(pixel[0] - filling) <= 2 && abs(pixel[1] - filling) <= 2 && abs(pixel[2] - filling) <= 2;
}

// Returns true if more of a JPEG is missing than may be, in percent. The picture is in memory.
static int is_mostly_missing(VipsImage *picture, int most) {
    size_t filled = 0, pixels = (size_t)picture->Xsize * picture->Ysize;
    if (picture->BandFmt != VIPS_FORMAT_UCHAR || picture->Bands < 3) return 1;
    const uint8_t *pixel = picture->data;
    for (size_t index = 0; index < pixels; index++, pixel += picture->Bands) filled += is_filling(pixel, JPEG_FILLING);
    return filled > pixels / 100 * most;
}

// The sides of a picture, from which its lines are counted.
typedef enum { BOTTOM, TOP, RIGHT, LEFT } Side;

static uint8_t *pixel_at(VipsImage *picture, Side side, int line, int at) {
    int x = side == RIGHT ? picture->Xsize - 1 - line : side == LEFT ? line : at;
    int y = side == BOTTOM ? picture->Ysize - 1 - line : side == TOP ? line : at;
    return (uint8_t *)picture->data + ((size_t)y * picture->Xsize + x) * picture->Bands;
}

// The number of lines that are missing as a whole at a side.
static int missing_lines(VipsImage *picture, Side side, int filling) {
    int is_row = side == BOTTOM || side == TOP, lines = is_row ? picture->Ysize : picture->Xsize;
    for (int line = 0; line < lines; line++)
        for (int at = 0; at < (is_row ? picture->Xsize : picture->Ysize); at++)
            if (!is_filling(pixel_at(picture, side, line, at), filling)) return line;
    return lines;
}

// Makes the missing rows at the end of a picture white, as a page behind them would be. The picture is in memory. EXIF may
// have turned it, so its end may be at any side up to `last`: it is where most lines are missing.
static void whiten_missing(VipsImage *picture, int filling, Side last) {
    if (picture->BandFmt != VIPS_FORMAT_UCHAR || picture->Bands < 3) return;
    Side end = BOTTOM;
    for (Side side = TOP; side <= last; side++)
        if (missing_lines(picture, side, filling) > missing_lines(picture, end, filling)) end = side;
    int length = end == BOTTOM || end == TOP ? picture->Xsize : picture->Ysize;
    for (int line = missing_lines(picture, end, filling) - 1; line >= 0; line--)
        for (int at = 0; at < length; at++) memset(pixel_at(picture, end, line, at), 255, 3);
}

// Decodes a JPEG with a fault or without its end, as browsers do, if something of it is there.
static VipsImage *decode_rest(const void *bytes, size_t count, aviary_recipe recipe) {
    if (count < 2 || memcmp(bytes, "\xff\xd8", 2)) return NULL;
    VipsImage *picture = decode(bytes, count, recipe.side, LENIENT);
    if (!picture) return NULL;
    if (!is_mostly_missing(picture, recipe.most_missing)) {
        whiten_missing(picture, JPEG_FILLING, LEFT);
        return picture;
    }
    g_object_unref(picture);
    return NULL;
}

int aviary_render(
    const void *file, size_t size, aviary_recipe recipe, aviary_rendition *rendition, char *error, size_t error_size) {
    memset(rendition, 0, sizeof *rendition);
    VipsImage *picture = decode(file, size, recipe.side, STRICT);
    if (!picture) {
        // The first attempt says what is wrong with the file.
        fail(error, error_size);
        picture = decode_rest(file, size, recipe);
        vips.error_clear();
        if (!picture) return -1;
        rendition->is_incomplete = 1;
    }
    if (recipe.is_mended) {
        rendition->is_incomplete = 1;
        if (is_loaded_by(picture, "gifload") && !vips.image_hasalpha(picture)) whiten_missing(picture, GIF_FILLING, BOTTOM);
    }
    if (!recipe.keeps_metadata) remove_metadata(picture);

    int has_alpha = vips.image_hasalpha(picture);
    VipsImage *opaque = has_alpha ? flatten(picture) : NULL;
    rendition->color = average_color(opaque ? opaque : picture);
    rendition->format = recipe.format >= 0 ? recipe.format : has_alpha ? AVIARY_WEBP : AVIARY_JPEG;
    rendition->width = vips.image_get_width(picture);
    rendition->height = vips.image_get_height(picture);
    int strip = !recipe.keeps_metadata;
    int subsampling = recipe.keeps_colors ? VIPS_FOREIGN_SUBSAMPLE_OFF : VIPS_FOREIGN_SUBSAMPLE_AUTO;
    void **bytes = (void **)&rendition->bytes;
    int result;
    switch (rendition->format) {
    case AVIARY_PIXELS: result = write_pixels(opaque ? opaque : picture, &rendition->bytes, &rendition->count); break;
    case AVIARY_LOSSLESS_WEBP:
        result = vips.webpsave_buffer(
            picture, bytes, &rendition->count, "lossless", TRUE, "strip", strip, "effort", 2, NULL);
        break;
    case AVIARY_WEBP:
        result = vips.webpsave_buffer(
            picture, bytes, &rendition->count, "Q", recipe.quality, "smart_subsample", recipe.keeps_colors, "strip",
            strip, "effort", 2, NULL);
        break;
    default:
        result = vips.jpegsave_buffer(
            opaque ? opaque : picture, bytes, &rendition->count, "Q", recipe.quality, "subsample_mode", subsampling,
            "strip", strip, NULL);
    }
    if (opaque) g_object_unref(opaque);
    g_object_unref(picture);
    return result ? fail(error, error_size) : 0;
}

void aviary_free(void *bytes) { g_free(bytes); }
