import Foundation
import GRDB

// A text has two forms, because its bytes may differ from its characters: GRDB repairs invalid UTF-8, and the database
// may store another encoding.
extension RowsSection: Codable {
    private enum Key: String, CodingKey { case null, real, text, bytes, blob }

    /// Reads a value as `encode(to:)` writes it.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let plain = try decoder.singleValueContainer()
        if plain.decodeNil() {
            self = .whole
        } else if let integer = try? plain.decode(Int64.self) {
            self.init(of: integer.databaseValue)
        } else if let real = try? plain.decode(Double.self) {
            self.init(of: real.databaseValue)
        } else if let text = try? plain.decode(String.self) {
            self.init(of: text.databaseValue)
        } else {
            try self.init(object: decoder.container(keyedBy: Key.self))
        }
    }

    private init(object: KeyedDecodingContainer<Key>) throws {
        if try object.decodeIfPresent(Bool.self, forKey: .null) == true {
            self.init(of: .null)
        } else if let real = try object.decodeIfPresent(String.self, forKey: .real) {
            guard let number = Double(real), !number.isNaN else {
                throw DecodingError.dataCorruptedError(
                    forKey: .real, in: object, debugDescription: "This is no number.")
            }
            self.init(of: number.databaseValue)
        } else if let blob = try object.decodeIfPresent(String.self, forKey: .blob) {
            self.init(of: try Self.data(blob, .blob, in: object).databaseValue)
        } else {
            let text = try object.decode(String.self, forKey: .text)
            let bytes = try Self.data(object.decode(String.self, forKey: .bytes), .bytes, in: object)
            let key = Array(bytes).withUnsafeBytes { FullKey(section: .text($0)) }
            self.init(value: text.databaseValue, key: key)
        }
    }

    private static func data(
        _ base64: String, _ key: Key, in object: KeyedDecodingContainer<Key>
    ) throws -> Data {
        guard let data = Data(base64Encoded: base64) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: object, debugDescription: "This is no Base64.")
        }
        return data
    }

    /// Writes the value so that reading it gives an equal section.
    ///
    ///     null                                   a list without sections
    ///     2026, 0.5, "June"                      an integer, a number with a fraction, a text
    ///     {"null": true}                         NULL
    ///     {"real": "1.0"}, {"real": "-inf"}      another number that is no integer
    ///     {"blob": "3q0="}                       a blob, in Base64
    ///     {"text": "\u{FFFD}", "bytes": "/w=="}  a text whose bytes are not the text in UTF-8
    public func encode(to encoder: any Encoder) throws {
        if self == .whole {
            var plain = encoder.singleValueContainer()
            return try plain.encodeNil()
        }
        switch value.storage {
        case .int64(let integer): try integer.encode(to: encoder)
        case .double(let real) where real != real.rounded(): try real.encode(to: encoder)
        case .string(let text) where bytes.map { $0.elementsEqual(text.utf8) } ?? true: try text.encode(to: encoder)
        case .null, .double, .string, .blob:
            var object = encoder.container(keyedBy: Key.self)
            switch value.storage {
            case .double(let real): try object.encode("\(real)", forKey: .real)
            case .string(let text):
                try object.encode(text, forKey: .text)
                try object.encode(Data(bytes ?? []).base64EncodedString(), forKey: .bytes)
            case .blob(let blob): try object.encode(blob.base64EncodedString(), forKey: .blob)
            case .null, .int64: try object.encode(true, forKey: .null)
            }
        }
    }
}
