import AviaryText
import Foundation

/// One language of an app: its words, and what pages in it need of them. Pages share it, because the words are large.
final class PageLanguage: Sendable {
    let words: Words
    /// What replaces the texts of storyboards and titles, by these texts. It is empty for the language in which they are
    /// written.
    let texts: [String: String]
    /// The element with which a page passes the words to its script. An English page has none.
    ///
    /// It contains data, so it needs no permission for scripts in the content security policy.
    let markup: String
    /// A hash of the language and of the words on pages, for the version of a page. It is empty for the unchanged words in
    /// English, if they are the first language of an app.
    let fingerprint: String

    static let english = PageLanguage(.english, first: .english)

    /// The language as a BCP 47 tag.
    var tag: String { words.language }
    /// The begin of the versions of its pages. A tab that connects says by it which language it shows.
    let mark: String

    /// - Parameter first: The words in the language in which the storyboards are written.
    init(_ words: Words, first: Words) {
        self.words = words
        let isFirst = words.language == first.language
        texts = isFirst ? [:] : words.translations(from: first)
        markup = Self.markup(of: words)
        mark = isFirst ? "" : words.language.languageCode + "~"
        let parts = [words.language] + texts.sorted { $0.key < $1.key }.flatMap { [$0, $1] } + [markup]
        fingerprint =
            isFirst && parts == [Words.english.language, ""]
            ? "" : Asset("words", Array(parts.joined(separator: "\0").utf8)).fingerprint
    }

    /// The code of the language of a page with this version; `nil` for the first language of an app.
    static func code(inVersion version: String) -> String? {
        version.firstIndex(of: "~").map { String(version[..<$0]) }
    }

    /// A text of the app in this language. A text that is none of the app's sentences stays as it is.
    func text(_ original: String) -> String { texts[original] ?? original }

    private static func markup(of words: Words) -> String {
        let english = Words.english
        var translations = Words.translations(from: english.script, to: words.script).filter { $0 != $1 }
        for (english, own) in [(english.page.start, words.page.start), (english.page.notFound, words.page.notFound)]
        where own != english {
            translations[english] = own
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard !translations.isEmpty, let json = try? encoder.encode(translations) else { return "" }
        // Escaped because a `<` might end the element.
        let text = String(decoding: json, as: UTF8.self).replacing("<", with: "\\u003c")
        return "<script type=\"application/json\" data-words>\(text)</script>"
    }
}

extension String {
    /// Whether people write the language with this tag from right to left, such as Arabic and Hebrew.
    var isRightToLeft: Bool { Locale.Language(identifier: self).characterDirection == .rightToLeft }

    /// The attributes of a page in the language with this tag. A page that is read from right to left has its direction,
    /// too.
    var pageAttributes: String { "lang=\"\(htmlEscaped)\"" + (isRightToLeft ? " dir=\"rtl\"" : "") }

    /// The tag of a language without characters that no tag has, for headers and versions.
    var languageCode: String { filter { $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber) } }
}
