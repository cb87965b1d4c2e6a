import AviaryImages
import Foundation
import Testing

/// A worker can do nothing but decode, even if a picture makes it run code of its own.
struct ConfinementTests {
    private static let ways = ["open", "create", "remove", "connect", "socket", "signal", "start", "execute"]

    @Test(arguments: [false, true])
    func noWayOutIsOpen(isConfined: Bool) throws {
        let desk = Process()
        desk.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "ImageDesk")
        desk.environment = ["AVIARY_ESCAPE": isConfined ? "confined" : "free"]
        let output = Pipe()
        desk.standardOutput = output
        try desk.run()
        let ways = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        desk.waitUntilExit()
        #expect(ways.split(separator: "\n").map(String.init) == (isConfined ? [] : Self.ways))
    }
}
