import NIOCore
import NIOHTTP1
import Testing

@testable import AviaryServer

struct MessageDeflateTests {
    @Test(arguments: [1_201, 6_000, 100_000]) func aLongMessageIsSmallerAndComesBack(count: Int) throws {
        let tiles = String(repeating: ##"["17",0,"#9b2c95"],"##, count: count)
        let message = ByteBuffer(string: String(tiles.prefix(count)))
        let compressed = try #require(MessageDeflate.compress(message))
        #expect(compressed.readableBytes < count / 4)
        #expect(MessageDeflate.decompress(compressed, limit: count + 1) == message)
        #expect(MessageDeflate.decompress(compressed, limit: 100) == message.getSlice(at: 0, length: 100))
    }

    @Test func whatDoesNotGetSmallerIsSentAsItIs() {
        #expect(MessageDeflate.compress(ByteBuffer(repeating: 97, count: 1_200)) == nil)
        var noise = ByteBuffer()
        var system = SystemRandomNumberGenerator()
        for _ in 0..<4_000 { noise.writeInteger(system.next() as UInt8) }
        #expect(MessageDeflate.compress(noise) == nil)
    }

    @Test func aMessageThatIsBrokenIsNone() {
        #expect(MessageDeflate.decompress(ByteBuffer(repeating: 0xFF, count: 9), limit: 100) == nil)
        #expect(MessageDeflate.decompress(ByteBuffer(), limit: 100) == ByteBuffer())
    }

    @Test(arguments: [
        ("permessage-deflate; client_max_window_bits", true), ("x-a, permessage-deflate", true),
        ("permessage-deflate; server_max_window_bits=10", false), ("permessage-deflate-2", false), ("", false),
    ])
    func offersAreReadOneByOne(offer: String, isTaken: Bool) {
        #expect(MessageDeflate.isOffered(by: ["Sec-WebSocket-Extensions": offer]) == isTaken)
    }
}
