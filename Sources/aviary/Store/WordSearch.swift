import Foundation
import GRDB

/// A condition for rows that contain all words of a search.
enum WordSearch {
    /// The condition that a text has all words of a search, in any case. Only the first eight words count. True without
    /// words.
    static func contains(_ search: String, in text: SQL) -> SQLExpression {
        let words = search.split(whereSeparator: \.isWhitespace).prefix(8).map { contains(word: String($0), in: text) }
        return words.isEmpty ? true.sqlExpression : words.joined(operator: .and)
    }

    /// SQLite ignores case for ASCII letters only, so the condition searches for the common forms of the word.
    private static func contains(word: String, in text: SQL) -> SQLExpression {
        Set([word, word.lowercased(), word.uppercased(), word.capitalized]).sorted().map { form in
            let pattern = "%" + form.replacing(/[%_\\]/) { "\\\($0.output)" } + "%"
            return SQL("(\(text)) LIKE \(pattern) ESCAPE '\\'").sqlExpression
        }.joined(operator: .or)
    }
}
