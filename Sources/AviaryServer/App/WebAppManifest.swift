import AviaryText

/// What browsers need to install an app on a phone or a desktop: its icons, and the files that it takes from other
/// programs. The name, the language and the addresses are those of the app.
///
///     WebAppManifest(
///         icons: [.init(Asset("icon-192.png", …), size: 192), .init(Asset("icon-512.png", …), size: 512)],
///         sharing: FileSharing(to: "photos", types: ["image/*"], page: "/photos") { files in … })
public struct WebAppManifest: Sendable {
    /// A square picture of a size in pixels.
    public struct Icon: Sendable {
        let asset: Asset
        let size: Int

        /// An icon of one size. Chromium needs one of 192 and one of 512 pixels.
        ///
        /// - Parameters:
        ///   - asset: A PNG file. It is opaque and has nothing in the outer tenth, because systems cut it to a shape.
        ///   - size: Its width and height.
        public init(_ asset: Asset, size: Int) {
            self.asset = asset
            self.size = size
        }
    }

    let icons: [Icon]
    let lightColor: String
    let darkColor: String
    let sharing: FileSharing?

    /// A manifest.
    ///
    /// - Parameters:
    ///   - icons: The icons, which are served as assets.
    ///   - lightColor: The color around the page in light mode, as in a style sheet. By default that of
    ///     `Asset.starter`.
    ///   - darkColor: The color in dark mode.
    ///   - sharing: Takes files from other programs. By default the app takes none.
    public init(
        icons: [Icon], lightColor: String = "#ffffff", darkColor: String = "#101010", sharing: FileSharing? = nil
    ) {
        self.icons = icons
        self.lightColor = lightColor
        self.darkColor = darkColor
        self.sharing = sharing
    }

    /// The file that browsers read.
    func json(name: String, language: String, prefix: PathPrefix) -> JSON {
        let start = JSON.string(prefix.added(to: "/"))
        var members: [String: JSON] = [
            "name": .string(name), "short_name": .string(name), "lang": .string(language), "id": start,
            "start_url": start, "scope": start, "display": "standalone", "theme_color": .string(lightColor),
            "background_color": .string(lightColor),
            "icons": .array(
                icons.map { icon in
                    .object([
                        "src": .string(prefix.added(to: "\(ServerPaths.assets)/\(icon.asset.name)")),
                        "sizes": .string("\(icon.size)x\(icon.size)"), "type": .string(icon.asset.contentType),
                        "purpose": "any maskable",
                    ])
                }),
        ]
        if language.isRightToLeft { members["dir"] = "rtl" }
        if let sharing {
            let files: JSON = .object([
                "name": .string(sharing.upload), "accept": .array(sharing.types.map(JSON.string)),
            ])
            members["share_target"] = .object([
                "action": .string(prefix.added(to: sharing.path)), "method": "POST", "enctype": "multipart/form-data",
                "params": .object(["files": .array([files])]),
            ])
        }
        return .object(members)
    }

    /// The elements of a page's head. The manifest is behind the access check, so it is fetched with the cookie.
    func links(prefix: PathPrefix) -> String {
        let icon = icons.first.map { prefix.added(to: "\(ServerPaths.assets)/\($0.asset.name)").htmlEscaped }
        let colors = [("light", lightColor), ("dark", darkColor)].map { scheme, color in
            "<meta name=\"theme-color\" media=\"(prefers-color-scheme: \(scheme))\" content=\"\(color.htmlEscaped)\">"
        }
        let manifest = prefix.added(to: ServerPaths.manifest).htmlEscaped
        return "<link rel=\"manifest\" href=\"\(manifest)\" crossorigin=\"use-credentials\">"
            + (icon.map { "<link rel=\"apple-touch-icon\" href=\"\($0)\">" } ?? "") + colors.joined()
    }
}
