#if Web
    import AviaryTesting
    import Foundation
    import Logging
    import NIOSSL
    import Testing

    @testable import AviaryWeb

    /// TLS with a certificate for one name, which only a client that is told to trusts.
    struct SecureTests {
        private let folder = FileManager.default.temporaryDirectory.appending(path: "aviary-web-\(UUID())")

        /// Returns the path of a new certificate for `pictures.example`, and the path of its key.
        private func makeCertificate() throws -> (certificate: String, key: String) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let (certificate, key) = (folder.appending(path: "certificate.pem"), folder.appending(path: "key.pem"))
            let openssl = Process()
            openssl.executableURL = URL(filePath: "/usr/bin/env")
            openssl.arguments = [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
                "2",
                "-subj", "/CN=pictures.example", "-addext", "subjectAltName=DNS:pictures.example",
                "-keyout", key.path(), "-out", certificate.path(),
            ]
            openssl.standardError = FileHandle.nullDevice
            try openssl.run()
            openssl.waitUntilExit()
            try #require(openssl.terminationStatus == 0)
            return (certificate.path(), key.path())
        }

        @Test func theCertificateIsForTheNameAndNotForTheAddress() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let (certificate, key) = try makeCertificate()
            let context = try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
                    privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))))
            let server = try await HostileServer(tls: context) { $1.answer() }
            let resolver = TableResolver(["pictures.example": ["127.0.0.1"], "other.example": ["127.0.0.1"]])

            func fetch(_ host: String, trusting certificates: [String]) async throws -> [UInt8] {
                let url = try #require(URL(string: "https://\(host):\(server.port)/"))
                var configuration = WebConfiguration()
                configuration.allowedHosts = [try #require(WebHost(of: url))]
                configuration.trustedCertificates = certificates
                let client = WebClient(
                    configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                    time: WebTime(ManualClock()), resolver: resolver)
                let result: Result<WebAnswer, WebError>
                do {
                    result = .success(try await client.get(url, accepting: .any, limit: 100))
                } catch {
                    result = .failure(error)
                }
                await client.shutdown()
                return try result.get().bytes
            }

            #expect(try await fetch("pictures.example", trusting: [certificate]) == Array("Hello".utf8))
            #expect(server.requests.map { $0.header("host") } == ["pictures.example:\(server.port)"])
            await #expect(throws: WebError.notSecure("other.example")) {
                try await fetch("other.example", trusting: [certificate])
            }
            await #expect(throws: WebError.notSecure("127.0.0.1")) {
                try await fetch("127.0.0.1", trusting: [certificate])
            }
            await #expect(throws: WebError.notSecure("pictures.example")) {
                try await fetch("pictures.example", trusting: [])
            }
            server.stop()
        }
    }
#endif
