#pragma once
#include <dlfcn.h>
#include <vips/vips.h>

// The functions of libvips that are called here, without their prefix: `vips.copy` is `vips_copy`.
//
// On Linux, `load_vips` loads libvips, which comes with some eighty other libraries. Only a process that decodes pictures
// calls it. If the program were linked with libvips, each of its processes would have 9 MB more of memory.
#define VIPS_FUNCTIONS(each) \
    each(area_unref) each(array_double_new) each(bandjoin2) each(black) each(cache_set_max) each(colourspace) \
    each(concurrency_set) each(copy) each(error) each(error_buffer) each(error_clear) each(extract_band) \
    each(flatten) each(foreign_find_load_buffer) each(gamma) each(icc_is_compatible_profile) each(icc_transform) \
    each(image_copy_memory) each(image_get_blob) each(image_get_fields) each(image_get_height) \
    each(image_get_n_pages) each(image_get_orientation) each(image_get_string) each(image_get_typeof) \
    each(image_get_width) each(image_hasalpha) each(image_new_from_buffer) each(image_remove) \
    each(image_set_blob_copy) each(image_write_to_memory) each(init) each(invert) each(jpegsave_buffer) \
    each(linear1) each(multiply) each(operation_block_set) each(ref_string_get_type) each(stats) each(thumbnail_buffer) each(thumbnail_image) \
    each(webpsave_buffer)

static struct {
#define VIPS_POINTER(name) __typeof__(vips_##name) *name;
    VIPS_FUNCTIONS(VIPS_POINTER)
} vips;

// Returns NULL, or the reason why libvips cannot be loaded.
static const char *load_vips(void) {
#ifdef __linux__
    void *library = dlopen("libvips.so.42", RTLD_LAZY);
    if (!library) return dlerror();
#define VIPS_FUNCTION(name) \
    if (!(*(void **)&vips.name = dlsym(library, "vips_" #name))) return dlerror();
#else
#define VIPS_FUNCTION(name) vips.name = vips_##name;
#endif
    VIPS_FUNCTIONS(VIPS_FUNCTION)
    return NULL;
}
