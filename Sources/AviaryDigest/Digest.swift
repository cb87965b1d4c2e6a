#if canImport(CryptoKit)
    import CryptoKit
#else
    import AviarySodium
#endif

/// SHA-256 and HMAC, by CryptoKit on Apple's systems and by libsodium elsewhere.
///
/// swift-crypto is not used, because it would build all of BoringSSL, a third of a first build.
package enum Digest {
    /// The SHA-256 of bytes.
    ///
    /// - Returns: 32 bytes.
    /// - Complexity: O(*b*) for *b* bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(SHA256.hash(data: bytes))
        #else
            var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
            crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
            return digest
        #endif
    }

    /// The HMAC of a message with SHA-256, under a key of any length (RFC 2104).
    ///
    /// - Returns: 32 bytes.
    /// - Complexity: O(*b*) for *b* bytes of message and key.
    package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
        #else
            var state = crypto_auth_hmacsha256_state()
            var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
            crypto_auth_hmacsha256_init(&state, key, key.count)
            crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
            crypto_auth_hmacsha256_final(&state, &code)
            return code
        #endif
    }

    /// Compares two digests in constant time: the time does not depend on where they differ. Digests of different
    /// lengths are not equal.
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The SHA-256 of bytes that come in parts.
package struct RunningDigest {
    #if canImport(CryptoKit)
        private var state = SHA256()
    #else
        private var state = crypto_hash_sha256_state()
    #endif

    /// The digest of no bytes yet.
    package init() {
        #if !canImport(CryptoKit)
            crypto_hash_sha256_init(&state)
        #endif
    }

    /// Appends bytes.
    ///
    /// - Complexity: O(*b*) for *b* bytes, which are copied first.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        #if canImport(CryptoKit)
            state.update(data: bytes)
        #else
            crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
        #endif
    }

    /// The digest of all bytes that were added.
    ///
    /// - Returns: 32 bytes, the same as `Digest.sha256(_:)` of all parts joined.
    package consuming func finish() -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(state.finalize())
        #else
            var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
            crypto_hash_sha256_final(&state, &digest)
            return digest
        #endif
    }
}
