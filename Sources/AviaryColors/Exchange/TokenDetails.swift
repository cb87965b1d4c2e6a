import Foundation

/// The parts of a design token that are no color: `$extensions` of other programs, `$description` and `$deprecated`.
///
/// They are one object of JSON, as text without white space between its values. Its members are in this order, so the
/// extensions come first.
enum TokenDetails {
    /// The key of our own extensions, which are never kept as those of another program.
    static let ownKey = "aviary"
    /// The largest size, in bytes.
    static let maximumSize = 4_096
    /// The largest depth. Details may be in nested groups, and the reader of a file accepts 64 levels in all.
    private static let maximumDepth = 33
    private static let keys = ["$extensions", "$description", "$deprecated"]

    /// The details in a text of JSON. They are empty for any other text, for a text that is too long or too deep, and
    /// for members that a token may not have.
    static func checked(_ text: String) -> String {
        guard !text.isEmpty, text.utf8.count <= maximumSize, var members = members(of: text),
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            object.count == members.count, object.keys.allSatisfy(keys.contains)
        else { return "" }
        if let extensions = object["$extensions"] {
            guard let extensions = extensions as? [String: Any], extensions[ownKey] == nil else { return "" }
        }
        if let description = object["$description"], !(description is String) { return "" }
        if let reason = members["$deprecated"], !["true", "false"].contains(reason), !reason.hasPrefix("\"") {
            return ""
        }
        // A token is not deprecated unless its file says so.
        if members["$deprecated"] == "false" { members["$deprecated"] = nil }
        return joined(keys.map { (key: $0, value: members[$0] ?? "") })
    }

    /// The details with these members. An empty text or an empty object is left out.
    static func joined(_ members: [(key: String, value: String)]) -> String {
        let written = members.filter { !$0.value.isEmpty && $0.value != "{}" }
        return written.isEmpty ? "" : "{\(written.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }

    /// The details as members behind a comma, with an extension of our own: `, "$extensions": {…}`.
    ///
    /// - Parameter own: An object of JSON, or an empty text.
    static func written(_ details: String, own: String = "") -> String {
        let begin = "{\"$extensions\":{"
        if own.isEmpty { return details.isEmpty ? "" : ", \(details.dropFirst().dropLast())" }
        let extensions = "\"$extensions\": {\"\(ownKey)\": \(own)"
        if details.hasPrefix(begin) { return ", \(extensions),\(details.dropFirst(begin.utf8.count).dropLast())" }
        return ", \(extensions)}" + (details.isEmpty ? "" : ",\(details.dropFirst().dropLast())")
    }

    /// The members of an object of JSON, without white space between their values; `nil` for another text, and if it is
    /// too deep.
    private static func members(of text: String) -> [String: String]? {
        var (members, key, part) = ([String: String](), nil as String?, [UInt8]())
        var (depth, isInString, isEscaped) = (0, false, false)
        func value() -> String { String(decoding: part, as: UTF8.self) }
        for byte in text.utf8 {
            if isInString {
                part.append(byte)
                if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case 0x20, 0x09, 0x0a, 0x0d: continue
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > maximumDepth { return nil }
                if depth == 1 { continue }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth > 0 { break }
                if let key { members[key] = value() }
                continue
            case UInt8(ascii: ":") where depth == 1:
                key = String(value().dropFirst().dropLast())
                part = []
                continue
            case UInt8(ascii: ",") where depth == 1:
                if let key { members[key] = value() }
                (key, part) = (nil, [])
                continue
            default: break
            }
            part.append(byte)
        }
        return members
    }
}
