#if canImport(CryptoKit)
    import CryptoKit
#else
    import AviarySodium
#endif

/// What access needs of cryptography: SHA-256 and HMAC. Apple's systems have it; elsewhere libsodium does.
///
/// swift-crypto would bring all of BoringSSL, a third of a first build.
enum Digest {
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(SHA256.hash(data: bytes))
        #else
            var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
            crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
            return digest
        #endif
    }

    /// The code of a message under a key of any length (RFC 2104, with SHA-256).
    static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
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
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
