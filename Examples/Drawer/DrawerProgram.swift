import AviaryServer
import Foundation

/// `Drawer [FOLDER [PORT]]`
@main
enum DrawerProgram {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let folder = arguments.first ?? "drawer"
        let port = arguments.dropFirst().first.flatMap { Int($0) } ?? 8082
        let app = try await makeDrawerApp(folder: folder)
        try await app.run(ServerConfiguration(port: port)) { address in
            try? FileHandle.standardOutput.write(contentsOf: Data("Drawer is at \(address.urls[0])\n".utf8))
        }
    }
}
