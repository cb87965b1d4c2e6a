package import AviaryText

/// The languages of an app. A browser chooses one of them by the header `Accept-Language`.
package struct PageLanguages: Sendable {
    /// At least one; the first is the default.
    let all: [PageLanguage]
    var first: PageLanguage { all[0] }
    /// Whether an answer depends on the header.
    var areSeveral: Bool { all.count > 1 }

    /// - Parameter words: The words in each language; none for English.
    package init(_ words: [Words]) {
        let words = words.isEmpty ? [.english] : words
        all = words.map { PageLanguage($0, first: words[0]) }
    }

    /// Why the languages cannot be told apart, or a text has two translations; `nil` if all is well.
    var fault: LanguageError? {
        var codes: Set<String> = []
        for language in all where !codes.insert(language.tag.languageCode.lowercased()).inserted || codes.contains("") {
            return LanguageError(
                "“\(language.tag)” does not tell a language of the app from the others. Give each a tag of its own, such as de or pt-BR."
            )
        }
        for language in all.dropFirst() {
            guard let (text, own) = language.words.ambiguity(from: first.words) else { continue }
            return LanguageError(
                "“\(text)” has two texts in \(language.tag), “\(own[0])” and “\(own[1])”. Make them the same, or make one of them a function."
            )
        }
        return nil
    }

    /// The language with this code, if the app has it.
    subscript(code: String) -> PageLanguage? { all.first { $0.tag.languageCode == code } }

    /// Returns the language that a browser prefers among those of the app.
    ///
    /// The browser sends ranges such as `de-CH`. A language of the app fits a range if both are the same, or if one begins
    /// with the other: `de` fits, too. The longest fit counts. `*` fits the first language. A range with the weight 0
    /// refuses the same language, and those that begin with it.
    ///
    /// Only tags are compared. So `zh-TW` does not fit `zh-Hant`, although it is written like that; such an app has
    /// the words for `zh-TW`, too.
    ///
    /// - Parameter header: The header `Accept-Language`, from anybody. Its first 512 bytes are read.
    /// - Returns: The default when nothing fits.
    /// - Complexity: O(*l*) for *l* languages of the app.
    func chosen(by header: String?) -> PageLanguage {
        guard areSeveral, let header, !header.isEmpty else { return first }
        let ranges = Self.ranges(in: header)
        let refusals = ranges.filter { $0.weight == 0 }.map(\.range)
        func isRefused(_ language: PageLanguage) -> Bool {
            let tag = language.tag.lowercased()
            return refusals.contains { tag == $0 || tag.hasPrefix($0 + "-") }
        }
        let wanted = ranges.enumerated().filter { $0.element.weight > 0 }
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        for (_, entry) in wanted {
            if entry.range == "*" {
                if let other = all.first(where: { !isRefused($0) }) { return other }
            } else if let fit = fit(for: entry.range), !isRefused(fit) {
                return fit
            }
        }
        return first
    }

    private func fit(for range: String) -> PageLanguage? {
        func length(_ language: PageLanguage) -> Int {
            let tag = language.tag.lowercased()
            if tag == range { return .max }
            return range.hasPrefix(tag + "-") ? tag.utf8.count : tag.hasPrefix(range + "-") ? 1 : 0
        }
        // Of equal lengths the first of the app wins.
        var (best, most) = (nil as PageLanguage?, 0)
        for language in all {
            let length = length(language)
            if length > most { (best, most) = (language, length) }
        }
        return best
    }

    /// The ranges of a header in lower case, with their weights in thousandths. What is malformed is left out.
    private static func ranges(in header: String) -> [(range: String, weight: Int)] {
        var text = Substring(decoding: header.utf8.prefix(512), as: UTF8.self)
        // The last range may be incomplete.
        if header.utf8.count > 512 { text = text[..<(text.lastIndex(of: ",") ?? text.startIndex)] }
        return text.split(separator: ",").compactMap { entry in
            let parts = entry.split(separator: ";", omittingEmptySubsequences: false)
                .map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let range = parts.first, !range.isEmpty, parts.count <= 2 else { return nil }
            guard parts.count == 2 else { return (range, 1_000) }
            return weight(parts[1]).map { (range, $0) }
        }
    }

    /// Reads `q=0.8` as 800, with at most three digits after the point.
    private static func weight(_ text: String) -> Int? {
        guard text.hasPrefix("q="), (3...7).contains(text.utf8.count) else { return nil }
        let number = text.utf8.dropFirst(2)
        guard let whole = number.first, whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1") else { return nil }
        var digits = number.dropFirst()
        if let point = digits.first {
            guard point == UInt8(ascii: ".") else { return nil }
            digits = digits.dropFirst()
        }
        guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        var thousandths = 0
        for place in [100, 10, 1] { thousandths += Int((digits.popFirst() ?? 48) - 48) * place }
        return whole == UInt8(ascii: "1") ? (thousandths == 0 ? 1_000 : nil) : thousandths
    }
}
