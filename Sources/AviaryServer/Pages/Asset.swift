import AviaryPages

/// A file that is part of the program: a style sheet, a script, a picture.
///
///     Asset("gallery.css", PackageResources.gallery_css)
public struct Asset: Sendable {
    let name: String
    let bytes: [UInt8]

    /// A file served under `/assets/`.
    ///
    /// - Parameters:
    ///   - name: A file name, whose extension gives the media type. A name that ends in `.css` makes it a style sheet.
    ///   - bytes: The content, as it is served.
    public init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Style sheets as one, under the name of the first; `nil` when there are none.
    init?(joining sheets: [Asset]) {
        guard let first = sheets.first else { return nil }
        self.init(first.name, StyleSheet.joined(sheets.map(\.bytes)))
    }

    /// The library's style sheet to begin with: text, buttons, menus, sheets, banners, selection and navigation, in
    /// light and dark, on phones and desktops.
    ///
    /// Put it in front of the app's own style sheets, which may set its custom properties, such as `--accent`.
    ///
    ///     assets: [.starter, Asset("books.css", PackageResources.books_css)]
    public static let starter = Asset("starter.css", EmbeddedFile.starter_css.bytes)

    var isStyleSheet: Bool { name.hasSuffix(".css") }

    /// FNV-1a, 64 bits: two versions of one file differ, no more is needed.
    var fingerprint: String {
        let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 36)
    }

    var contentType: String { ContentType.ofFile(name) }
}
