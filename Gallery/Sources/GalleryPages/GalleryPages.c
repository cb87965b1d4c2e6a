#include "GalleryPages.h"

static const unsigned char ColorsView_html[] = {
#embed "../../Pages/Colors/ColorsView.html"
};
EMBED(ColorsView_html)

static const unsigned char colors_css[] = {
#embed "../../Pages/Colors/colors.css"
};
EMBED(colors_css)

static const unsigned char colors_svg[] = {
#embed "../../Pages/Colors/colors.svg"
};
EMBED(colors_svg)

static const unsigned char HomeView_html[] = {
#embed "../../Pages/Home/HomeView.html"
};
EMBED(HomeView_html)

static const unsigned char home_css[] = {
#embed "../../Pages/Home/home.css"
};
EMBED(home_css)

static const unsigned char home_svg[] = {
#embed "../../Pages/Home/home.svg"
};
EMBED(home_svg)

static const unsigned char licenses_txt[] = {
#embed "../../Pages/Commands/licenses.txt"
};
EMBED(licenses_txt)

static const unsigned char PaletteView_html[] = {
#embed "../../Pages/Palette/PaletteView.html"
};
EMBED(PaletteView_html)

static const unsigned char palette_css[] = {
#embed "../../Pages/Palette/palette.css"
};
EMBED(palette_css)

static const unsigned char palette_svg[] = {
#embed "../../Pages/Palette/palette.svg"
};
EMBED(palette_svg)

static const unsigned char Export_html[] = {
#embed "../../Pages/Palette/Exchange/Export.html"
};
EMBED(Export_html)

static const unsigned char exchange_css[] = {
#embed "../../Pages/Palette/Exchange/exchange.css"
};
EMBED(exchange_css)

static const unsigned char Picker_html[] = {
#embed "../../Pages/Palette/Picker/Picker.html"
};
EMBED(Picker_html)

static const unsigned char picker_css[] = {
#embed "../../Pages/Palette/Picker/picker.css"
};
EMBED(picker_css)

static const unsigned char Contrast_html[] = {
#embed "../../Pages/Palette/Contrast/Contrast.html"
};
EMBED(Contrast_html)

static const unsigned char Matrix_html[] = {
#embed "../../Pages/Palette/Contrast/Matrix.html"
};
EMBED(Matrix_html)

static const unsigned char matrix_js[] = {
#embed "../../Pages/Palette/Contrast/matrix.js"
};
EMBED(matrix_js)

static const unsigned char contrast_css[] = {
#embed "../../Pages/Palette/Contrast/contrast.css"
};
EMBED(contrast_css)

static const unsigned char Harmonies_html[] = {
#embed "../../Pages/Palette/Harmony/Harmonies.html"
};
EMBED(Harmonies_html)

static const unsigned char harmony_css[] = {
#embed "../../Pages/Palette/Harmony/harmony.css"
};
EMBED(harmony_css)

static const unsigned char Area_html[] = {
#embed "../../Pages/Palette/Picker/Area.html"
};
EMBED(Area_html)

static const unsigned char area_css[] = {
#embed "../../Pages/Palette/Picker/area.css"
};
EMBED(area_css)

static const unsigned char palette_js[] = {
#embed "../../Pages/Palette/palette.js"
};
EMBED(palette_js)

static const unsigned char PhotosView_html[] = {
#embed "../../Pages/Photos/PhotosView.html"
};
EMBED(PhotosView_html)

static const unsigned char photos_css[] = {
#embed "../../Pages/Photos/photos.css"
};
EMBED(photos_css)

static const unsigned char photos_js[] = {
#embed "../../Pages/Photos/photos.js"
};
EMBED(photos_js)

static const unsigned char photos_svg[] = {
#embed "../../Pages/Photos/photos.svg"
};
EMBED(photos_svg)

static const unsigned char AlbumsView_html[] = {
#embed "../../Pages/Photos/Albums/AlbumsView.html"
};
EMBED(AlbumsView_html)

static const unsigned char Film_html[] = {
#embed "../../Pages/Photos/Detail/Film.html"
};
EMBED(Film_html)

static const unsigned char PhotoView_html[] = {
#embed "../../Pages/Photos/Detail/PhotoView.html"
};
EMBED(PhotoView_html)

static const unsigned char viewer_css[] = {
#embed "../../Pages/Photos/Detail/viewer.css"
};
EMBED(viewer_css)

static const unsigned char viewer_js[] = {
#embed "../../Pages/Photos/Detail/viewer.js"
};
EMBED(viewer_js)

static const unsigned char PhotoramaView_html[] = {
#embed "../../Pages/Photorama/PhotoramaView.html"
};
EMBED(PhotoramaView_html)

static const unsigned char photorama_css[] = {
#embed "../../Pages/Photorama/photorama.css"
};
EMBED(photorama_css)

static const unsigned char photorama_js[] = {
#embed "../../Pages/Photorama/photorama.js"
};
EMBED(photorama_js)

static const unsigned char photorama_svg[] = {
#embed "../../Pages/Photorama/photorama.svg"
};
EMBED(photorama_svg)

static const unsigned char WebPhotoView_html[] = {
#embed "../../Pages/Photorama/Detail/WebPhotoView.html"
};
EMBED(WebPhotoView_html)

static const unsigned char TagsView_html[] = {
#embed "../../Pages/Photorama/Tags/TagsView.html"
};
EMBED(TagsView_html)

static const unsigned char ServiceView_html[] = {
#embed "../../Pages/Photorama/Service/ServiceView.html"
};
EMBED(ServiceView_html)

static const unsigned char NameList_html[] = {
#embed "../../Pages/Room/NameList.html"
};
EMBED(NameList_html)

static const unsigned char gallery_css[] = {
#embed "../../Pages/App/Styles/gallery.css"
};
EMBED(gallery_css)

static const unsigned char panels_css[] = {
#embed "../../Pages/App/Styles/panels.css"
};
EMBED(panels_css)

static const unsigned char swatch_css[] = {
#embed "../../Pages/App/Styles/swatch.css"
};
EMBED(swatch_css)

static const unsigned char arranging_css[] = {
#embed "../../Pages/Palette/Arranging/arranging.css"
};
EMBED(arranging_css)

static const unsigned char icon_192_png[] = {
#embed "../../Pages/App/Icons/icon-192.png"
};
EMBED(icon_192_png)

static const unsigned char icon_512_png[] = {
#embed "../../Pages/App/Icons/icon-512.png"
};
EMBED(icon_512_png)

static const unsigned char sample_coast_jpg[] = {
#embed "../../Pages/Photos/Samples/coast.jpg"
};
EMBED(sample_coast_jpg)

static const unsigned char sample_dunes_jpg[] = {
#embed "../../Pages/Photos/Samples/dunes.jpg"
};
EMBED(sample_dunes_jpg)

static const unsigned char sample_dusk_jpg[] = {
#embed "../../Pages/Photos/Samples/dusk.jpg"
};
EMBED(sample_dusk_jpg)

static const unsigned char sample_firs_in_mist_jpg[] = {
#embed "../../Pages/Photos/Samples/firs-in-mist.jpg"
};
EMBED(sample_firs_in_mist_jpg)

static const unsigned char sample_hills_in_fog_jpg[] = {
#embed "../../Pages/Photos/Samples/hills-in-fog.jpg"
};
EMBED(sample_hills_in_fog_jpg)

static const unsigned char sample_lake_jpg[] = {
#embed "../../Pages/Photos/Samples/lake.jpg"
};
EMBED(sample_lake_jpg)

static const unsigned char sample_moon_over_firs_jpg[] = {
#embed "../../Pages/Photos/Samples/moon-over-firs.jpg"
};
EMBED(sample_moon_over_firs_jpg)

static const unsigned char sample_northern_lights_jpg[] = {
#embed "../../Pages/Photos/Samples/northern-lights.jpg"
};
EMBED(sample_northern_lights_jpg)

static const unsigned char sample_poppies_jpg[] = {
#embed "../../Pages/Photos/Samples/poppies.jpg"
};
EMBED(sample_poppies_jpg)

static const unsigned char sample_ridges_at_dawn_jpg[] = {
#embed "../../Pages/Photos/Samples/ridges-at-dawn.jpg"
};
EMBED(sample_ridges_at_dawn_jpg)

static const unsigned char sample_sea_at_sunset_jpg[] = {
#embed "../../Pages/Photos/Samples/sea-at-sunset.jpg"
};
EMBED(sample_sea_at_sunset_jpg)

static const unsigned char sample_snow_jpg[] = {
#embed "../../Pages/Photos/Samples/snow.jpg"
};
EMBED(sample_snow_jpg)

static const unsigned char NameField_html[] = {
#embed "../../Pages/Room/NameField.html"
};
EMBED(NameField_html)
