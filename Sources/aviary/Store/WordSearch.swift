import Foundation
import GRDB

/// Rows that have some words.
enum WordSearch {
    /// Whether a text has all words of a search, in any case; true when there are none.
    static func contains(_ search: String, in text: SQL) -> SQLExpression {
        let words = search.split(whereSeparator: \.isWhitespace).prefix(8).map { contains(word: String($0), in: text) }
        return words.isEmpty ? true.sqlExpression : words.joined(operator: .and)
    }

    /// SQLite knows the two cases of a letter in ASCII only; of others the common forms are looked for.
    private static func contains(word: String, in text: SQL) -> SQLExpression {
        Set([word, word.lowercased(), word.uppercased(), word.capitalized]).sorted().map { form in
            let pattern = "%" + form.replacing(/[%_\\]/) { "\\\($0.output)" } + "%"
            return SQL("(\(text)) LIKE \(pattern) ESCAPE '\\'").sqlExpression
        }.joined(operator: .or)
    }
}
