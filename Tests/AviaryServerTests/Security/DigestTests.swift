import AviaryDigest
import AviaryServer
import Testing

/// The examples of the standards: FIPS 180-4 and RFC 4231.
@Suite struct DigestTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    @Test func aDigestIsSHA256() {
        #expect(
            hex(Digest.sha256([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            hex(Digest.sha256(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func aCodeIsHMAC(key: [UInt8], message: String, code: String) {
        #expect(hex(Digest.code(of: Array(message.utf8), key: key)) == code)
    }

    @Test func digestsAreEqualWhenAllTheirBytesAre() {
        let digest = Digest.sha256([1])
        #expect(Digest.areEqual(digest, digest))
        for byte in digest.indices {
            var other = digest
            other[byte] ^= 1
            #expect(!Digest.areEqual(digest, other))
        }
        #expect(!Digest.areEqual(digest, Array(digest.dropLast())))
    }
}
