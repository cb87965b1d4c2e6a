import Foundation

#if canImport(_FoundationICU)
    import _FoundationICU
#endif

/// How people compare texts: the order of names, the equality of names, and the words that a search finds.
///
/// ICU has Unicode's rules. On Linux it is part of Foundation. Apple's systems have no public sort keys, so there the
/// order of names is only nearly the same.
enum Collation {
    /// The bytes of a name that count for its order: as many as the 200 characters that are shown can have.
    static let longestName = 4 * String.nameLimit

    /// Calls `body` with the sort key of a name. The order of the keys, compared byte by byte, is the order of the
    /// names.
    ///
    /// The order is Unicode's root collation, with numbers by their values. Accents and case decide between names that
    /// are equal otherwise. The normal form does not count.
    ///
    /// - Parameter name: A text in UTF-8. Wrong bytes count as U+FFFD.
    static func withSortKey<Result>(
        of name: UnsafeBufferPointer<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        withPlatformKey(of: UnsafeBufferPointer(rebasing: name.prefix(longestName)), body)
    }

    /// The sort key of a name.
    static func sortKey(of name: String) -> [UInt8] {
        Array(name.utf8).withUnsafeBufferPointer { withSortKey(of: $0) { Array($0) } }
    }

    /// The text as a search compares it, in UTF-8. It has no case and no accents, and one normal form.
    ///
    /// - Complexity: O(*n*).
    static func searchForm(of text: some Collection<UInt8>) -> [UInt8] {
        var form: [UInt8] = []
        appendSearchForm(of: text, to: &form)
        return form
    }

    /// Appends the text as a search compares it.
    static func appendSearchForm(of text: some Collection<UInt8>, to bytes: inout [UInt8]) {
        // Most text is ASCII.
        if text.allSatisfy({ $0 < 0x80 }) {
            return bytes.append(contentsOf: text.lazy.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 })
        }
        var form = String.UnicodeScalarView()
        for scalar in decomposedWithoutCase(String(decoding: text, as: UTF8.self)).unicodeScalars {
            if let plain = letters[scalar] {
                form.append(contentsOf: plain.unicodeScalars)
            } else if !scalar.isAccent {
                form.append(scalar)
            }
        }
        // The form is composed again. Otherwise a search for a short Korean syllable would also find longer ones,
        // because a decomposed syllable begins with the letters of shorter ones.
        bytes.append(contentsOf: composed(String(form)).utf8)
    }

    /// Letters that Unicode does not decompose, and the letters that people type instead.
    private static let letters: [Unicode.Scalar: String] = [
        "æ": "ae", "ð": "d", "ø": "o", "þ": "th", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "n", "œ": "oe",
        "ŧ": "t",
    ]
}

extension String {
    /// The name without case, in one normal form. Names are equal for people when these forms are equal.
    var caseless: String { Collation.caseless(self) }

    /// The text as a search compares it; see `Collation`.
    var searchForm: String { String(decoding: Collation.searchForm(of: utf8), as: UTF8.self) }
}

extension Unicode.Scalar {
    /// True for an accent or a vowel point. The signs of Indic scripts and of Japanese are parts of letters, so they
    /// count.
    fileprivate var isAccent: Bool {
        let position = properties.canonicalCombiningClass.rawValue
        return position == 1 || (10...36).contains(position) || position >= 200
    }
}

#if canImport(_FoundationICU)
    extension Collation {
        /// A collator is not changed once it is made, so all threads may use it.
        private nonisolated(unsafe) static let collator: OpaquePointer? = {
            var status = U_ZERO_ERROR
            guard let collator = swift_ucol_open("", &status) else { return nil }
            swift_ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status)
            swift_ucol_setAttribute(collator, UCOL_NORMALIZATION_MODE, UCOL_ON, &status)
            return collator
        }()

        private static func withPlatformKey<Result>(
            of name: UnsafeBufferPointer<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result
        ) -> Result {
            guard let collator else { return body(UnsafeRawBufferPointer(name)) }
            // A text has at most as many units in UTF-16 as in UTF-8.
            return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: name.count + 1) { units in
                var count: Int32 = 0
                var status = U_ZERO_ERROR
                name.withMemoryRebound(to: CChar.self) { name in
                    _ = swift_u_strFromUTF8WithSub(
                        units.baseAddress, Int32(units.count), &count, name.baseAddress, Int32(name.count), 0xFFFD,
                        nil, &status)
                }
                func withKey(_ capacity: Int, _ body: (UnsafeRawBufferPointer, Int) -> Result?) -> Result? {
                    withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { key in
                        let bytes = key.assumingMemoryBound(to: UInt8.self)
                        let length = Int(
                            swift_ucol_getSortKey(
                                collator, units.baseAddress, count, bytes.baseAddress, Int32(capacity)))
                        // The last byte of a key is 0, and is left out.
                        return body(UnsafeRawBufferPointer(rebasing: key.prefix(max(0, length - 1))), length)
                    }
                }
                var needed = 0
                let key = withKey(1_000) { key, length in
                    needed = length
                    return length <= 1_000 ? body(key) : nil
                }
                return key ?? withKey(needed) { key, _ in body(key) } ?? body(UnsafeRawBufferPointer(name))
            }
        }

        /// Unicode's compatibility decomposition of the text, without case.
        private static func decomposedWithoutCase(_ text: String) -> String {
            normalized(normalized(text, by: swift_unorm2_getNFKCCasefoldInstance), by: swift_unorm2_getNFDInstance)
        }

        private static func composed(_ text: String) -> String {
            normalized(text, by: swift_unorm2_getNFCInstance)
        }

        fileprivate static func caseless(_ text: String) -> String {
            let decomposed = Array(normalized(text, by: swift_unorm2_getNFDInstance).utf16)
            let folded = converted(decomposed) { units, capacity, status in
                swift_u_strFoldCase(
                    units, capacity, decomposed, Int32(decomposed.count), UInt32(U_FOLD_CASE_DEFAULT), &status)
            }
            return composed(folded ?? text.lowercased())
        }

        private static func normalized(
            _ text: String, by instance: (UnsafeMutablePointer<UErrorCode>?) -> OpaquePointer?
        ) -> String {
            var status = U_ZERO_ERROR
            guard let normalizer = instance(&status) else { return text }
            let units = Array(text.utf16)
            return converted(units) { result, capacity, status in
                swift_unorm2_normalize(normalizer, units, Int32(units.count), result, capacity, &status)
            } ?? text
        }

        /// The text that a function of ICU writes.
        ///
        /// - Parameter convert: Writes into a buffer of the given capacity, and returns the capacity that the whole
        ///   text needs.
        /// - Returns: `nil` when the function fails, or when the text is too long for ICU.
        private static func converted(
            _ text: [UInt16], by convert: (UnsafeMutablePointer<UInt16>?, Int32, inout UErrorCode) -> Int32
        ) -> String? {
            guard text.count < Int32.max / 32 else { return nil }
            var capacity = text.count + 16
            // The second time, the capacity is what the first call has asked for.
            for _ in 0..<2 {
                var status = U_ZERO_ERROR
                var needed = 0
                let result = [UInt16](unsafeUninitializedCapacity: capacity) { buffer, count in
                    needed = Int(convert(buffer.baseAddress, Int32(capacity), &status))
                    count = max(0, min(needed, capacity))
                }
                if status.rawValue <= U_ZERO_ERROR.rawValue { return String(decoding: result, as: UTF16.self) }
                guard status == U_BUFFER_OVERFLOW_ERROR else { return nil }
                capacity = needed + 1
            }
            return nil
        }
    }
#else
    extension Collation {
        /// Makes the key of the name without case and accents, each number led by the count of its digits, and then the
        /// name itself.
        private static func withPlatformKey<Result>(
            of name: UnsafeBufferPointer<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result
        ) -> Result {
            let text = composed(String(decoding: name, as: UTF8.self))
            var key: [UInt8] = []
            var digits: [UInt8] = []
            for byte in searchForm(of: text.utf8) + [0] {
                if (0x30...0x39).contains(byte) {
                    digits.append(byte)
                    continue
                }
                if !digits.isEmpty {
                    let number = digits.drop { $0 == 0x30 }
                    key += [0x30 + UInt8(min(number.count, 9))] + number
                    digits = []
                }
                key.append(byte)
            }
            return (key + Array(text.utf8)).withUnsafeBytes { body($0) }
        }

        private static func decomposedWithoutCase(_ text: String) -> String {
            text.folding(options: [.caseInsensitive, .widthInsensitive], locale: nil)
                .decomposedStringWithCompatibilityMapping
        }

        private static func composed(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }

        fileprivate static func caseless(_ text: String) -> String {
            composed(text.folding(options: .caseInsensitive, locale: nil))
        }
    }
#endif
