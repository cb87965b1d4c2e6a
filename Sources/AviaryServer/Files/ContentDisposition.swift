import Foundation

/// The header with a file's name (RFC 6266). In a response, the name is for the saved file. In a request, it is that of
/// the sent file.
enum ContentDisposition {
    /// - Returns: A value that makes browsers save the response under this name. Old browsers read only the ASCII
    ///   part.
    static func attachment(_ name: String) -> String {
        let name = FileName.cleaned(name)
        let plain = String(
            name.unicodeScalars.map {
                (" "..."~").contains($0) && !"\"\\%".unicodeScalars.contains($0) ? Character($0) : "_"
            })
        let encoded = name.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }

    /// - Returns: The file name in a value, unchecked; `nil` if there is none. `filename*` takes precedence over
    ///   `filename`.
    static func name(in field: String) -> String? {
        var parts = parameters(of: field)
        if let extended = parts["filename*"],
            let text = extended.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false).last,
            extended.lowercased().hasPrefix("utf-8'"), let name = text.removingPercentEncoding
        {
            return name
        }
        return parts.removeValue(forKey: "filename")
    }

    /// The parameters of a value, by their names. A quoted parameter may contain semicolons.
    private static func parameters(of field: String) -> [String: String] {
        var found: [String: String] = [:]
        var isQuoted = false
        let parts = field.split(omittingEmptySubsequences: true) { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }
        for part in parts.prefix(8) {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let name = part[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
            var value = part[equals...].dropFirst().trimmingCharacters(in: .whitespaces)
            if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = String(value.dropFirst().dropLast())
            }
            found[name] = value
        }
        return found
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
