package import AviaryPages

/// A file that is part of the program: a style sheet, a script, a picture.
///
///     Asset("gallery.css", PackageResources.gallery_css)
public struct Asset: Sendable {
    let name: String
    private let current: Current<[UInt8]>

    /// A file of the program.
    ///
    /// Among the assets of an app, a name that ends in `.css` makes it a style sheet, which is joined with the others.
    /// Any other file there is served under `/assets/`.
    ///
    /// - Parameters:
    ///   - name: A file name. Its extension gives the media type.
    ///   - bytes: The content, as it is served.
    public init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        current = Current(bytes)
    }

    var bytes: [UInt8] { current.value }

    /// Takes another content, in all copies of this value.
    func change(to bytes: [UInt8]) { current.value = bytes }

    /// Returns whether the other value is a copy of this one.
    func isSame(as other: Asset) -> Bool { current === other.current }

    /// Joins style sheets under the name of the first; `nil` when there are none.
    init?(joining sheets: [Asset]) {
        guard let first = sheets.first else { return nil }
        self.init(first.name, StyleSheet.joined(sheets.map(\.bytes)))
    }

    /// Aviary's own style sheet, for an app to begin with. It styles text, buttons, menus, sheets, banners, selection
    /// and navigation, in light and dark mode, on phones and desktops.
    ///
    /// List it before the app's own style sheets, which may set its custom properties, such as `--accent`.
    ///
    ///     assets: [.starter, Asset("books.css", PackageResources.books_css)]
    public static let starter = Asset("starter.css", EmbeddedFile.starter_css.bytes)

    var isStyleSheet: Bool { name.hasSuffix(".css") }

    /// The FNV-1a hash with 64 bits. It only has to distinguish the versions of one file.
    var fingerprint: String {
        let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 36)
    }

    var contentType: String { ContentType.ofFile(name) }
}

extension EmbeddedFile {
    package var bytes: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: start, count: count)) }
}
