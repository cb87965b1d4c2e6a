import AviaryViews
import Testing

@testable import AviaryServer

struct PriceTests {
    private func isOrdinary(_ price: Price) -> Bool { price <= .ordinary }

    private func text(_ bytes: Int) -> Price { .action(textBytes: bytes, selected: 0) }

    @Test func whatAPersonTypesIsNotLarge() {
        #expect(isOrdinary(text(404)))
        #expect(isOrdinary(text(512)) && !isOrdinary(text(513)))
        #expect(isOrdinary(.action(textBytes: 0, selected: 1_000)))
        #expect(!isOrdinary(.action(textBytes: 0, selected: 1_001)))
        #expect(isOrdinary(.action(textBytes: 512, selected: 1_000)))
        #expect(isOrdinary(.rows(1_000)) && !isOrdinary(.rows(1_001)))
    }

    @Test func aLargeScreenIsOrdinaryAndALargerOneIsNot() throws {
        func price(_ width: Int, _ height: Int) throws -> Price {
            let text = #"[["scroll","grid",[0,0,\#(width),\#(height)]]]"#
            return Price(try BrowserMessage.read(text), for: [:])
        }
        #expect(isOrdinary(try price(3_840, 2_160)))
        #expect(!isOrdinary(try price(3_841, 2_160)))
    }

    @Test func manyMessagesAreExpensive() throws {
        func price(_ count: Int) throws -> Price {
            let list = Array(repeating: #"["ping"]"#, count: count).joined(separator: ",")
            return Price(try BrowserMessage.read("[\(list)]"), for: [:])
        }
        #expect(isOrdinary(try price(8)))
        #expect(!isOrdinary(try price(9)))
    }

    @Test func manySelectedItemsAreExpensive() {
        #expect(isOrdinary(.items(20_000)) && !isOrdinary(.items(20_001)))
    }

    @Test(arguments: [
        (#"["hello","/",{"grid":[0,0,390,700]},"a",""]"#, true),
        (#"["hello","/",{"grid":[0,0,20000,20000]},"a",""]"#, false),
        (#"["hello","/",{},"a","{\"grid\":[[\"1\",\"2\",2]]}"]"#, false),
        (#"["hello","/",{},"a",""],["ping"]"#, false),
    ])
    func aFirstPacketIsExpensiveIfItMayRestoreMuch(packet: String, isOrdinary: Bool) throws {
        let messages = try BrowserMessage.read("[\(packet)]")
        guard case .hello(let hello)? = messages.first else {
            Issue.record("no hello")
            return
        }
        #expect(self.isOrdinary(Price(hello, with: Array(messages.dropFirst()))) == isOrdinary)
    }
}
