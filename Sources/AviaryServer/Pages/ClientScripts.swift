import AviaryPages

/// The client as browsers load it, made by `scripts/client`: two scripts. A page names the first one, which loads the
/// rest when the page is idle, or when it needs a part of the rest first.
///
/// Both have one fingerprint in their names. So the first script derives the address of the rest from its own.
struct ClientScripts {
    /// A hash of both scripts.
    let version: String
    let core: PageFile
    let rest: PageFile

    init() {
        let (core, rest) = (EmbeddedFile.aviary_min_js_gz.bytes, EmbeddedFile.rest_min_js_gz.bytes)
        version = Asset("client", core + rest).fingerprint
        self.core = PageFile(
            clientScript: "aviary", version: version, brotli: EmbeddedFile.aviary_min_js_br.bytes, gzip: core)
        self.rest = PageFile(
            clientScript: "rest", version: version, brotli: EmbeddedFile.rest_min_js_br.bytes, gzip: rest)
    }
}
