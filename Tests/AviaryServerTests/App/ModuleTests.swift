import AviaryServer
import AviaryTesting
import Logging
import Testing

@testable import AviaryServer

/// A room's own code in the browser is small: every first visit waits for it.
struct ModuleTests {
    /// Random digits are compressed to about half of them.
    private func warnings(ofBytes count: Int) -> [String] {
        let log = CollectedLog()
        let digits = (0..<count).map { _ in "0123456789abcdef".utf8.randomElement() ?? 0 }
        let route = Route("/", title: "Room", module: Asset("room.js", Array("//".utf8) + digits)) { Room() }
        let app = LiveApp(name: "Test", rooms: [route], logger: Logger(label: "test") { _ in log })
        _ = Pages(app: app)
        return log.lines.map(\.message)
    }

    @Test func aModuleOfEightKilobytesIsServedInSilenceAndALargerOneIsLogged() {
        #expect(warnings(ofBytes: 8_000).isEmpty)
        #expect(
            warnings(ofBytes: 20_000).contains(
                "A room's module is larger than 8 kB, and every first visit waits for it."))
    }
}

private final class Room: ViewController {
    static let storyboard = Storyboard("Room", Array("<p>Room</p>".utf8))
    let page = Page()
}
