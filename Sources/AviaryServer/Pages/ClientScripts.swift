import AviaryPages

/// The client as browsers load it, made by `scripts/client`: three scripts. A page names the first one, which loads the
/// others. It loads the rest when the page is idle, or when the page needs a part of it. The extras have what few pages
/// need.
///
/// All have one fingerprint in their names. So the first script derives the addresses of the others from its own.
struct ClientScripts {
    /// A hash of all scripts.
    let version: String
    let core: PageFile
    let rest: PageFile
    let extras: PageFile

    init() {
        let (core, rest) = (EmbeddedFile.aviary_min_js_gz.bytes, EmbeddedFile.rest_min_js_gz.bytes)
        let extras = EmbeddedFile.extras_min_js_gz.bytes
        version = Asset("client", core + rest + extras).fingerprint
        self.core = PageFile(
            clientScript: "aviary", version: version, brotli: EmbeddedFile.aviary_min_js_br.bytes, gzip: core)
        self.rest = PageFile(
            clientScript: "rest", version: version, brotli: EmbeddedFile.rest_min_js_br.bytes, gzip: rest)
        self.extras = PageFile(
            clientScript: "extras", version: version, brotli: EmbeddedFile.extras_min_js_br.bytes, gzip: extras)
    }
}
