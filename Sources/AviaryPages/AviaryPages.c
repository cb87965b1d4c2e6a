#include "AviaryPages.h"

static const unsigned char aviary_css[] = {
#embed "../AviaryServer/Pages/aviary.css"
};
EMBED(aviary_css)

static const unsigned char aviary_min_js_br[] = {
#embed "../AviaryServer/Pages/aviary.min.js.br"
};
EMBED(aviary_min_js_br)

static const unsigned char aviary_min_js_gz[] = {
#embed "../AviaryServer/Pages/aviary.min.js.gz"
};
EMBED(aviary_min_js_gz)

static const unsigned char rest_min_js_br[] = {
#embed "../AviaryServer/Pages/rest.min.js.br"
};
EMBED(rest_min_js_br)

static const unsigned char rest_min_js_gz[] = {
#embed "../AviaryServer/Pages/rest.min.js.gz"
};
EMBED(rest_min_js_gz)

static const unsigned char starter_css[] = {
#embed "../AviaryServer/Pages/starter.css"
};
EMBED(starter_css)

static const unsigned char extras_min_js_br[] = {
#embed "../AviaryServer/Pages/extras.min.js.br"
};
EMBED(extras_min_js_br)

static const unsigned char extras_min_js_gz[] = {
#embed "../AviaryServer/Pages/extras.min.js.gz"
};
EMBED(extras_min_js_gz)
