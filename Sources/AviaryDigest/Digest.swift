#if canImport(CryptoKit)
    import CryptoKit
#else
    import AviarySodium
#endif

/// SHA-256 and HMAC. Apple's systems have them; elsewhere libsodium does.
///
/// swift-crypto would bring all of BoringSSL, a third of a first build.
package enum Digest {
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(SHA256.hash(data: bytes))
        #else
            var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
            crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
            return digest
        #endif
    }

    /// The code of a message under a key of any length (RFC 2104, with SHA-256).
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

    /// Compares two digests of one length in a time that tells nothing about where they differ.
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// SHA-256 of bytes that come in parts.
package struct RunningDigest {
    #if canImport(CryptoKit)
        private var state = SHA256()
    #else
        private var state = crypto_hash_sha256_state()
    #endif

    package init() {
        #if !canImport(CryptoKit)
            crypto_hash_sha256_init(&state)
        #endif
    }

    package mutating func update(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        #if canImport(CryptoKit)
            state.update(data: bytes)
        #else
            crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
        #endif
    }

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
