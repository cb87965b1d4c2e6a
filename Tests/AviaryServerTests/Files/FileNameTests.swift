import AviaryTesting
import Testing

@testable import AviaryServer

struct FileNameTests {
    @Test(arguments: [
        ("photo.jpg", "photo.jpg"),
        ("Größe 東京 👩‍👧.jpg", "Größe 東京 👩‍👧.jpg"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\a\\photo.jpg", "photo.jpg"),
        ("/etc/passwd", "passwd"),
        ("photo.jpg/", "photo.jpg"),
        ("..", "file"),
        (".", "file"),
        ("...", "file"),
        ("", "file"),
        ("///", "file"),
        ("a\0b.jpg", "ab.jpg"),
        ("a\r\nb\u{1B}[31m.jpg", "ab[31m.jpg"),
        ("\u{202E}gpj.exe", "gpj.exe"),
        ("\u{FEFF}", "file"),
        ("  a b  ", "a b"),
    ])
    func aNameIsSafe(name: String, cleaned: String) {
        #expect(FileName.cleaned(name) == cleaned)
    }

    /// A scalar that joins its neighbour hides a slash from who looks at characters, and may be taken out afterwards.
    @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{600}", "\u{E0020}", "\u{20E3}", "\u{202E}", "\r\n"])
    func noMarkHidesASlash(mark: String) {
        for slash in ["/", "\\"] {
            for step in ["..\(mark)\(slash)", "..\(slash)\(mark)", "\(mark)..\(mark)\(slash)\(mark)"] {
                let name = FileName.cleaned(step + step + "etc" + slash + mark + "passwd")
                #expect(!name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }, "\(step)")
                #expect(name.hasSuffix("passwd"))
            }
        }
    }

    /// Any text gives a name that is one component of a path, in a single pass.
    @Test func noNameIsAnythingButAComponent() {
        var generator = SeededGenerator(seed: 5)
        let parts = [
            "..", ".", "/", "\\", "a", " ", "\u{301}", "\u{600}", "\u{E0020}", "\u{200D}", "\0", "\u{202E}", "👩‍👧",
            String(repeating: "é", count: 90), ".jpg",
        ]
        for _ in 0..<draws(5_000, long: 500_000) {
            let name = (0..<Int.random(in: 0...9, using: &generator))
                .map { _ in parts.randomElement(using: &generator)! }.joined()
            let cleaned = FileName.cleaned(name)
            #expect(!["", ".", ".."].contains(cleaned) && cleaned.utf8.count <= 255)
            #expect(!cleaned.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 })
        }
    }

    @Test func aLongNameKeepsItsExtension() {
        let cleaned = FileName.cleaned(String(repeating: "東", count: 4_000) + ".jpeg")
        #expect(cleaned.utf8.count <= 255)
        #expect(cleaned.hasSuffix("東.jpeg"))
        #expect(FileName.cleaned(String(repeating: "a", count: 4_000)).utf8.count == 255)
        #expect(FileName.cleaned("a." + String(repeating: "b", count: 4_000)).utf8.count == 255)
        // One character of many scalars.
        #expect(FileName.cleaned("a" + String(repeating: "\u{301}", count: 4_000) + ".jpg").utf8.count <= 255)
    }

    @Test(arguments: [
        ("attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.jpg", "Größe.jpg"),
        ("attachment; filename=\"a;b.jpg\"", "a;b.jpg"),
        ("attachment; filename=\"old\"; filename*=utf-8'en'new", "new"),
        ("attachment; filename*=UTF-8''it's", "it's"),
        ("attachment; filename=plain.txt", "plain.txt"),
        ("attachment; filename=\"old\"; filename*=UTF-8''%FF", "old"),
    ])
    func aFieldSaysAName(field: String, name: String) {
        #expect(ContentDisposition.name(in: field) == name)
    }

    @Test(arguments: ["", "attachment", "attachment; filename", ";;;=;", "attachment; filename*=UTF-8''%FF"])
    func aFieldSaysNone(field: String) { #expect(ContentDisposition.name(in: field) == nil) }

    @Test func whatIsSavedHasItsName() {
        let field = ContentDisposition.attachment("Größe \"1\"\r\n.jpg")
        #expect(field == "attachment; filename=\"Gr__e _1_.jpg\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.jpg")
        #expect(ContentDisposition.name(in: field) == "Größe \"1\".jpg")
    }

    @Test(arguments: [
        ("image/JPEG", "image/jpeg"), ("text/plain; charset=utf-8", "text/plain"), ("image/svg+xml", "image/svg+xml"),
        (nil, "application/octet-stream"), ("", "application/octet-stream"), ("jpeg", "application/octet-stream"),
        ("a/b/c", "application/octet-stream"), ("text/<script>", "application/octet-stream"),
        ("/", "application/octet-stream"),
    ])
    func aTypeFromOutsideIsOne(field: String?, type: String) { #expect(ContentType.cleaned(field) == type) }

    @Test(arguments: [
        ("a.JPG", "image/jpeg"), ("/x.y/a", "application/octet-stream"), (".png", "application/octet-stream"),
        ("a.tar.zip", "application/zip"), ("a.", "application/octet-stream"), ("a.exe", "application/octet-stream"),
    ])
    func aNameSaysAType(name: String, type: String) { #expect(ContentType.ofFile(name) == type) }

    @Test(arguments: ["..", ".", "a/b", "a\\b", "a\0"])
    func noComponentLeadsOutOfAFolder(text: String) {
        let encoded = text.utf8.map { "%" + String(Int($0) + 256, radix: 16).dropFirst() }.joined()
        #expect(DownloadRequest(parameters: [(key: "name"[...], value: encoded[...])]) == nil)
    }
}
