import Foundation

extension JSON {
    /// Reads JSON text; `nil` when it is none, or nested deeper than any frame is.
    package init?(parsing text: String) {
        guard Self.depth(of: text) <= 8, let value = try? JSONDecoder().decode(JSON.self, from: Data(text.utf8)) else {
            return nil
        }
        self = value
    }

    /// How deep the brackets go: known before a parser that recurses is let near the text.
    private static func depth(of text: String) -> Int {
        var (depth, deepest, isString, isEscaped) = (0, 0, false, false)
        for byte in text.utf8 {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}

extension JSON: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([JSON].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }
}
