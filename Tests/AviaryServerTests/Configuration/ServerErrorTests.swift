import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing

@testable import AviaryServer

struct ServerErrorTests {
    static func server(_ configuration: AviaryServer.ServerConfiguration) throws -> LiveServer {
        try LiveServer(
            configuration: configuration, responder: Router(context: LiveRequestContext.self).buildResponder(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, onSocket: { _ in })
    }

    static func failure(_ configuration: AviaryServer.ServerConfiguration) async -> ServerError? {
        do {
            try await server(configuration).run()
            return nil
        } catch {
            return error as? ServerError
        }
    }

    @Test func aTakenPortIsNamed() async throws {
        let other = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(other.localAddress?.port)
        let error = await Self.failure(.init(port: port))
        try await other.close()
        guard case .portTaken("127.0.0.1", port) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["192.0.2.1", "no-such-host.invalid"])
    func anAddressOfAnotherMachineIsNamed(host: String) async {
        let error = await Self.failure(.init(host: host, port: 0))
        guard case .addressUnavailable(host, 0, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [-1, 65536])
    func aPortOutOfRangeIsNamed(port: Int) async {
        guard case .portOutOfRange(port) = await Self.failure(.init(port: port)) else {
            Issue.record("not refused")
            return
        }
    }

    @Test func anUnreadableCertificateIsNamed() async {
        let files = AviaryServer.ServerConfiguration.TLSFiles(certificate: "/nowhere/cert.pem", key: "/nowhere/key.pem")
        guard case .certificateUnreadable("/nowhere/cert.pem", _) = await Self.failure(.init(port: 0, tls: files))
        else {
            Issue.record("not refused")
            return
        }
    }

    @Test func whoBuiltWithoutTLSIsToldHowInEitherPackage() {
        let sentence = ServerError.tlsNotBuilt.description
        #expect(sentence.contains(#"traits: [.defaults, "TLS"]"#) && sentence.contains("--traits Server,TLS"))
    }

    @Test func addressesToOpenCarryTheTokenAndThoseForLogsDoNot() throws {
        let token = try AccessToken("correct-horse-battery")
        let open = ListeningAddress(host: "127.0.0.1", port: 8080, isSecure: false, token: nil)
        let closed = ListeningAddress(host: "::1", port: 8443, isSecure: true, token: token)
        #expect(open.urls == ["http://127.0.0.1:8080/"])
        #expect(closed.urls == ["https://[::1]:8443/?token=correct-horse-battery"])
        #expect(closed.urlsWithoutToken == ["https://[::1]:8443/"])
    }
}
