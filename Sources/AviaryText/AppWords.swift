/// The sentences of an app, beside those of the libraries.
///
///     struct ToDoWords: AppWords {
///         var title = "To do"
///         var tasks: @Sendable (Int) -> String = { $0 == 1 ? "1 task" : "\($0) tasks" }
///     }
///
///     extension ToDoWords {
///         static let german = ToDoWords(title: "Aufgaben", tasks: { $0 == 1 ? "1 Aufgabe" : "\($0) Aufgaben" })
///     }
///
///     LiveApp(name: "To do", words: [.english, .german.with(ToDoWords.german)], rooms: rooms)
///
/// A controller reads them as `page.words[ToDoWords.self]`. The values of the type's properties are the sentences in the
/// first language of the app. Storyboards, titles of routes and links of the navigation are written in that language. On
/// a page in another language, each of their texts is replaced by the property that has it here.
public protocol AppWords: Sendable {
    /// The sentences in the first language of the app.
    init()
}

/// An error with a sentence for a person, in the language of their page.
///
///     enum TaskError: SpokenError {
///         case blank
///         func sentence(in words: Words) -> String { words[ToDoWords.self].blank }
///     }
public protocol SpokenError: Error {
    /// Returns what happened, what is safe, and what to do, in one or two sentences.
    func sentence(in words: Words) -> String
}

extension Words {
    /// The sentences of an app in this language: those given by `with(_:)`, or else the defaults of the type.
    public subscript<Own: AppWords>(type: Own.Type) -> Own {
        get { own[ObjectIdentifier(type)] as? Own ?? Own() }
        set { own[ObjectIdentifier(type)] = newValue }
    }

    /// Returns these words with sentences of an app.
    public func with<Own: AppWords>(_ sentences: Own) -> Words {
        var words = self
        words[Own.self] = sentences
        return words
    }

    // MARK: Translations

    /// Returns the names of the texts that are the same in another language, such as `page.start`. Usually nobody has
    /// translated them yet.
    ///
    ///     #expect(Words.german.untranslated(from: .english) == ["access.title"])
    ///
    /// Functions are not called, because reflection cannot do so. Compare what they return in a test of its own.
    ///
    /// - Complexity: O(*s*) for *s* sentences, by reflection. It is for tests.
    public func untranslated(from other: Words) -> [String] {
        let pairs = Self.pairs(of: self, with: other) + pairsOfApp(with: other)
        let missing = other.own.filter { own[$0.key] == nil }.map { "\(type(of: $0.value))" }
        return pairs.filter { $0.text == $0.original }.map(\.name) + missing.sorted()
    }

    /// The texts of the app in this language, by those in the first language.
    package func translations(from first: Words) -> [String: String] {
        Dictionary(pairsOfApp(with: first).map { ($0.original, $0.text) }) { first, _ in first }
    }

    /// A text of the app in the first language that has two different ones in this language; `nil` if there is none.
    package func ambiguity(from first: Words) -> (original: String, texts: [String])? {
        var known: [String: String] = [:]
        for pair in pairsOfApp(with: first) {
            if let other = known[pair.original], other != pair.text { return (pair.original, [other, pair.text]) }
            known[pair.original] = pair.text
        }
        return nil
    }

    /// The texts of a value's properties, by the texts of another value of its type.
    package static func translations(from original: Any, to own: Any) -> [String: String] {
        Dictionary(pairs(of: own, with: original).map { ($0.original, $0.text) }) { first, _ in first }
    }

    /// A text of a property, with that of the same property in another language.
    private typealias Pair = (name: String, text: String, original: String)

    /// The texts of the app in this language and in another one, in the order of their types' names.
    private func pairsOfApp(with other: Words) -> [Pair] {
        own.map { key, words in (name: String(reflecting: type(of: words)), key: key, words: words) }
            .sorted { $0.name < $1.name }
            .flatMap { entry in
                Self.pairs(
                    of: entry.words, with: other.own[entry.key] ?? type(of: entry.words).init(),
                    at: "\(type(of: entry.words)).")
            }
    }

    /// The texts that two values of a type both have. A property may be `nil` in one of them.
    private static func pairs(of own: Any, with other: Any, at path: String = "") -> [Pair] {
        let originals = Dictionary(texts(of: other, at: path).map { ($0.name, $0.text) }) { first, _ in first }
        return texts(of: own, at: path).compactMap { name, text in
            originals[name].map { (name: name, text: text, original: $0) }
        }
    }

    /// The texts among the properties of a value and of the values in it, in the order of their declaration.
    private static func texts(of value: Any, at path: String = "") -> [(name: String, text: String)] {
        Mirror(reflecting: value).children.flatMap { name, value -> [(name: String, text: String)] in
            guard let name else { return [] }
            if let text = value as? String { return [(path + name, text)] }
            if let texts = value as? [String] {
                return texts.enumerated().map { ("\(path)\(name)[\($0.offset)]", $0.element) }
            }
            return Mirror(reflecting: value).displayStyle == .struct ? texts(of: value, at: "\(path)\(name).") : []
        }
    }
}
