#include "AviaryVips.h"
#include <string.h>
#include <vips/vips.h>

static int fail(char *error, size_t size) {
    // The first line states the fault of the file. Further lines only state the operations that failed because of it.
    const char *text = vips_error_buffer();
    size_t length = strcspn(text, "\n");
    if (size) {
        if (length >= size) length = size - 1;
        memcpy(error, text, length);
        error[length] = 0;
    }
    vips_error_clear();
    return -1;
}

// The loaders of the supported formats.
static const char *loaders[] = {
    "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadNsgif", "VipsForeignLoadHeif"};
static const size_t loader_count = sizeof loaders / sizeof *loaders;

int aviary_start(const char *program) {
    if (VIPS_INIT(program)) return -1;
    // Parallelism comes from several processes, and no picture is read twice, so threads and the cache are off.
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_operation_block_set("VipsForeignLoad", TRUE);
    for (size_t i = 0; i < loader_count; i++) vips_operation_block_set(loaders[i], FALSE);
    return 0;
}

// Broken pictures are errors, not pictures with a grey lower part. libvips 8.14 accepts the option only in this form.
#define STRICT "[fail_on=error]"

static VipsImage *open_picture(const void *bytes, size_t count) {
    VipsImage *picture = vips_image_new_from_buffer(bytes, count, STRICT, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
    // Errors that a loader has recovered from must not show up in later messages. The HEIF loader, for example, reads
    // beyond the end of the file.
    if (picture) vips_error_clear();
    return picture;
}

// For other formats, libvips reports the name of a blocked loader, which means nothing to a person. So the format is
// checked before.
static int is_read_here(const void *bytes, size_t count) {
    const char *found = vips_foreign_find_load_buffer(bytes, count);
    if (!found) vips_error_clear();
    for (size_t i = 0; found && i < loader_count; i++)
        if (g_str_has_prefix(found, loaders[i])) return 1;
    return 0;
}

int aviary_read_header(const void *bytes, size_t count, aviary_header *header, char *error, size_t error_size) {
    memset(header, 0, sizeof *header);
    if (!is_read_here(bytes, count)) {
        g_strlcpy(error, "only JPEG, PNG, WebP, GIF, AVIF and HEIC are read", error_size);
        return -1;
    }
    VipsImage *picture = open_picture(bytes, count);
    if (!picture) return fail(error, error_size);
    header->width = vips_image_get_width(picture);
    header->height = vips_image_get_height(picture);
    header->orientation = vips_image_get_orientation(picture);
    header->pages = vips_image_get_n_pages(picture);
    header->has_alpha = vips_image_hasalpha(picture);
    const char *loader = NULL;
    if (vips_image_get_typeof(picture, VIPS_META_LOADER) && !vips_image_get_string(picture, VIPS_META_LOADER, &loader))
        strncpy(header->loader, loader, sizeof header->loader - 1);
    g_object_unref(picture);
    return 0;
}

int aviary_read_texts(
    const void *bytes, size_t count, const char *prefix, void (*tell)(void *, const char *, const char *), void *context,
    char *error, size_t error_size) {
    VipsImage *picture = open_picture(bytes, count);
    if (!picture) return fail(error, error_size);
    char **names = vips_image_get_fields(picture);
    for (char **name = names; name && *name; name++) {
        const char *text;
        if (strncmp(*name, prefix, strlen(prefix)) || vips_image_get_typeof(picture, *name) != VIPS_TYPE_REF_STRING) continue;
        if (!vips_image_get_string(picture, *name, &text)) tell(context, *name, text);
    }
    g_strfreev(names);
    g_object_unref(picture);
    vips_error_clear();
    return 0;
}

// Replaces a picture by the next one, which holds its own references.
static VipsImage *replace(VipsImage *picture, VipsImage *next) {
    g_object_unref(picture);
    return next;
}

static uint32_t average_color(VipsImage *picture) {
    VipsImage *stats = NULL;
    if (vips_stats(picture, &stats, NULL)) return 0x808080;
    // Row 0 covers all bands together; column 4 is the mean.
    int bands = picture->Bands;
    double mean[3];
    for (int band = 0; band < 3; band++) mean[band] = *VIPS_MATRIX(stats, 4, 1 + (bands < 3 ? 0 : band));
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
    VipsArrayDouble *background = vips_array_double_new(&white, 1);
    VipsImage *flat = NULL;
    int result = vips_flatten(picture, &flat, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return result ? NULL : flat;
}

static int is_loaded_by(VipsImage *picture, const char *prefix) {
    const char *loader;
    return vips_image_get_typeof(picture, VIPS_META_LOADER) && !vips_image_get_string(picture, VIPS_META_LOADER, &loader) &&
           g_str_has_prefix(loader, prefix);
}

// The factor by which a JPEG is shrunk while it is read, in each direction. This step is cheap. The result is still at
// least 1.5 times the requested size, and a better filter shrinks it further. The factor that libvips itself chooses
// costs two fifths more, for a sharpness that nobody can see.
static int jpeg_shrink(VipsImage *picture, int side) {
    if (!is_loaded_by(picture, "jpegload")) return 0;
    double longest = VIPS_MAX(vips_image_get_width(picture), vips_image_get_height(picture));
    int shrink = 8;
    while (shrink > 1 && longest / shrink < 1.5 * side) shrink /= 2;
    return shrink;
}

// Rotates by EXIF, shrinks while decoding, and converts by the color profile.
static VipsImage *thumbnail(const void *bytes, size_t count, int side) {
    VipsImage *header = open_picture(bytes, count);
    if (!header) return NULL;
    int is_converted =
        vips_image_get_typeof(header, VIPS_META_ICC_NAME) != 0 || header->Type == VIPS_INTERPRETATION_CMYK;
    int shrink = jpeg_shrink(header, side);
    int is_heif = is_loaded_by(header, "heifload");
    g_object_unref(header);

    // NULL in place of a name ends the options.
    const char *export_profile = is_converted ? "export_profile" : NULL;
    VipsImage *picture = NULL;
    if (!shrink && !is_heif) {
        int result = vips_thumbnail_buffer(
            (void *)bytes, count, &picture, side, "height", side, "size", VIPS_SIZE_DOWN, "option_string", STRICT,
            export_profile, "srgb", NULL);
        return result ? NULL : picture;
    }
    // A HEIF file may have a thumbnail, which libvips would use. But the thumbnail may be another picture or show more
    // than the large one, and it does not prove that the large one is complete. So the large one is read.
    VipsImage *source =
        is_heif ? open_picture(bytes, count)
                : vips_image_new_from_buffer(bytes, count, STRICT, "access", VIPS_ACCESS_SEQUENTIAL, "shrink", shrink, NULL);
    if (!source) return NULL;
    int result = vips_thumbnail_image(
        source, &picture, side, "height", side, "size", VIPS_SIZE_DOWN, export_profile, "srgb", NULL);
    g_object_unref(source);
    return result ? NULL : picture;
}

// In libvips 8.14, `strip` leaves EXIF and the color profile in WebP. So all fields are removed before writing. Fields
// such as the size cannot be removed.
static void remove_metadata(VipsImage *picture) {
    char **names = vips_image_get_fields(picture);
    for (char **name = names; name && *name; name++) vips_image_remove(picture, *name);
    g_strfreev(names);
}

static int write_pixels(VipsImage *picture, uint8_t **bytes, size_t *count) {
    VipsImage *colors = NULL;
    if (picture->Bands < 3 || picture->BandFmt != VIPS_FORMAT_UCHAR) {
        vips_error("aviary", "its colors cannot be read");
        return -1;
    }
    if (vips_extract_band(picture, &colors, 0, "n", 3, NULL)) return -1;
    *bytes = vips_image_write_to_memory(colors, count);
    g_object_unref(colors);
    return *bytes ? 0 : -1;
}

int aviary_render(
    const void *bytes, size_t count, aviary_recipe recipe, aviary_rendition *rendition, char *error, size_t error_size) {
    memset(rendition, 0, sizeof *rendition);
    VipsImage *next = NULL, *picture = thumbnail(bytes, count, recipe.side);
    if (!picture) return fail(error, error_size);
    // Converts 16 bits, greys and other color spaces to sRGB, which every browser shows. The result is in memory
    // because it is read twice.
    if (!vips_colourspace(picture, &next, VIPS_INTERPRETATION_sRGB, NULL)) picture = replace(picture, next);
    next = vips_image_copy_memory(picture);
    if (!next) { g_object_unref(picture); return fail(error, error_size); }
    picture = replace(picture, next);
    if (!recipe.keeps_metadata) remove_metadata(picture);

    int has_alpha = vips_image_hasalpha(picture);
    VipsImage *opaque = has_alpha ? flatten(picture) : NULL;
    rendition->color = average_color(opaque ? opaque : picture);
    rendition->format = recipe.format >= 0 ? recipe.format : has_alpha ? AVIARY_WEBP : AVIARY_JPEG;
    rendition->width = vips_image_get_width(picture);
    rendition->height = vips_image_get_height(picture);
    int strip = !recipe.keeps_metadata;
    int result = rendition->format == AVIARY_PIXELS
                 ? write_pixels(opaque ? opaque : picture, &rendition->bytes, &rendition->count)
                 : rendition->format == AVIARY_WEBP
                 ? vips_webpsave_buffer(
                       picture, (void **)&rendition->bytes, &rendition->count, "Q", recipe.quality, "strip", strip, "effort", 2,
                       NULL)
                 : vips_jpegsave_buffer(
                       opaque ? opaque : picture, (void **)&rendition->bytes, &rendition->count, "Q", recipe.quality, "strip",
                       strip, NULL);
    if (opaque) g_object_unref(opaque);
    g_object_unref(picture);
    return result ? fail(error, error_size) : 0;
}

void aviary_free(void *bytes) { g_free(bytes); }
