#include "AviaryPages.h"

static const unsigned char aviary_css[] = {
#embed "../AviaryServer/Pages/aviary.css"
};
EMBED(aviary_css)

static const unsigned char aviary_min_js_gz[] = {
#embed "../AviaryServer/Pages/aviary.min.js.gz"
};
EMBED(aviary_min_js_gz)

static const unsigned char copy_min_js_gz[] = {
#embed "../AviaryServer/Pages/copy.min.js.gz"
};
EMBED(copy_min_js_gz)

static const unsigned char display_min_js_gz[] = {
#embed "../AviaryServer/Pages/display.min.js.gz"
};
EMBED(display_min_js_gz)

static const unsigned char frames_min_js_gz[] = {
#embed "../AviaryServer/Pages/frames.min.js.gz"
};
EMBED(frames_min_js_gz)

static const unsigned char keyboard_min_js_gz[] = {
#embed "../AviaryServer/Pages/keyboard.min.js.gz"
};
EMBED(keyboard_min_js_gz)

static const unsigned char leaving_min_js_gz[] = {
#embed "../AviaryServer/Pages/leaving.min.js.gz"
};
EMBED(leaving_min_js_gz)

static const unsigned char menu_min_js_gz[] = {
#embed "../AviaryServer/Pages/menu.min.js.gz"
};
EMBED(menu_min_js_gz)

static const unsigned char news_min_js_gz[] = {
#embed "../AviaryServer/Pages/news.min.js.gz"
};
EMBED(news_min_js_gz)

static const unsigned char reorder_min_js_gz[] = {
#embed "../AviaryServer/Pages/reorder.min.js.gz"
};
EMBED(reorder_min_js_gz)

static const unsigned char room_min_js_gz[] = {
#embed "../AviaryServer/Pages/room.min.js.gz"
};
EMBED(room_min_js_gz)

static const unsigned char scrubber_min_js_gz[] = {
#embed "../AviaryServer/Pages/scrubber.min.js.gz"
};
EMBED(scrubber_min_js_gz)

static const unsigned char select_min_js_gz[] = {
#embed "../AviaryServer/Pages/select.min.js.gz"
};
EMBED(select_min_js_gz)

static const unsigned char sheets_min_js_gz[] = {
#embed "../AviaryServer/Pages/sheets.min.js.gz"
};
EMBED(sheets_min_js_gz)

static const unsigned char uploads_min_js_gz[] = {
#embed "../AviaryServer/Pages/uploads.min.js.gz"
};
EMBED(uploads_min_js_gz)

static const unsigned char starter_css[] = {
#embed "../AviaryServer/Pages/starter.css"
};
EMBED(starter_css)
