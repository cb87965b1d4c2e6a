#ifndef AVIARY_PAGES_H
#define AVIARY_PAGES_H

#include <stddef.h>

/// A file that is embedded in a program.
///
/// C's `#embed` does so at once. With `.embedInCode` the Swift compiler needs ten seconds for 100 kB.
struct EmbeddedFile {
    const void *start;
    size_t count;
};

/// Declares a file. In Swift it is `EmbeddedFile.name`.
#define EMBEDDED_FILE(name) \
    struct EmbeddedFile aviary_file_##name(void) __attribute__((swift_name("getter:EmbeddedFile." #name "()")));

/// Defines a file. Its bytes are in an array with the same name.
#define EMBED(name) \
    struct EmbeddedFile aviary_file_##name(void) { return (struct EmbeddedFile){name, sizeof name}; }

#pragma clang diagnostic ignored "-Wc23-extensions"

EMBEDDED_FILE(aviary_css)
EMBEDDED_FILE(aviary_min_js_br)
EMBEDDED_FILE(aviary_min_js_gz)
EMBEDDED_FILE(rest_min_js_br)
EMBEDDED_FILE(rest_min_js_gz)
EMBEDDED_FILE(extras_min_js_br)
EMBEDDED_FILE(extras_min_js_gz)
EMBEDDED_FILE(starter_css)

#endif
