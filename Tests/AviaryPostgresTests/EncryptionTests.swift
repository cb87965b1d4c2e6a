import AviaryPostgres
import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Logging
import Synchronization
import Testing

/// A server that takes connections with TLS only, and what an address asks for with `sslmode`.
struct EncryptionTests {
    private let server: TestServer
    private let port: Int

    init() throws {
        server = try TestServer()
        port = try server.requireEncryption()
    }

    private func url(_ database: String, host: String = "localhost", _ options: String) -> String {
        "postgres://postgres:hidden@\(host):\(port)/\(database)?\(options)"
    }

    /// Has the certificate and its name checked.
    private var checked: String { "sslmode=verify-full&sslrootcert=\(server.folder)/root.crt" }

    @Test func theAddressSaysWhatIsChecked() throws {
        defer { try? server.stop() }
        for options in [checked, "sslmode=require", "connect_timeout=5"] {
            let connection = try PostgresConnection(url("postgres", options))
            let isEncrypted = try connection.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
            #expect(isEncrypted[0, 0] == "t", "\(options)")
        }
        // Without TLS; with the certificate of another root; without any root; by another name.
        for (host, options) in [
            ("localhost", "sslmode=disable"),
            ("localhost", "sslmode=verify-full&sslrootcert=\(server.folder)/other.crt"),
            ("localhost", "sslmode=verify-full&sslrootcert=\(server.folder)/missing.crt"),
            ("127.0.0.1", checked),
        ] {
            let error = #expect(throws: PostgresError.self) {
                try PostgresConnection(url("postgres", host: host, options))
            }
            #expect(error?.isConnectionLost == true, "\(options)")
            #expect(error?.description.contains("hidden") == false, "\(options)")
        }
    }

    /// All connections of a node: of its copy, of what it follows, and of its writes.
    @Test func aNodeFollowsAndWritesWithTLS() async throws {
        defer { try? server.stop() }
        let world = try ReplicaWorld(on: server, rows: 3)
        let url = url(world.database.name, checked)
        let configuration = ReplicaConfiguration(
            url: url, tables: world.followed, node: "a",
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let replica = try Replica.open(world.file(), configuration) { UpstreamWriter(url, copy: $0) }
        try await world.following(replica) {
            try await replica.store.write { db in
                try db.execute(sql: "UPDATE thing SET name = 'by a writer' WHERE id = 1")
            }
            try await world.settle(replica)
            // The connections of the test come by the socket, and have another name.
            let open = try world.sql(
                """
                SELECT count(*), count(*) FILTER (WHERE ssl) FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
                WHERE datname = current_database() AND application_name LIKE 'aviary %'
                """)
            #expect(open[0, 0] == open[0, 1])
            #expect(try #require(open[0, 0].flatMap { Int($0) }) >= 2)
        }
        try world.expectEqual(replica)
        #expect(try world.sql("SELECT name FROM thing WHERE id = 1")[0, 0] == "by a writer")
    }
}

extension TestServer {
    /// Has it listen for TLS at this machine's name. In its folder lie its root, `root.crt`, and that of others,
    /// `other.crt`.
    ///
    /// - Returns: The port.
    fileprivate func requireEncryption() throws -> Int {
        try stop()
        let free = try SilentPort()
        let number = free.number
        free.release()
        port.withLock { $0 = number }
        try Self.run(
            """
            set -e
            cd \(folder)
            umask 077
            new='openssl req -new -batch -nodes -newkey rsa:2048'
            $new -x509 -days 2 -subj /CN=root -keyout root.key -out root.crt
            $new -x509 -days 2 -subj /CN=other -keyout other.key -out other.crt
            $new -subj /CN=localhost -keyout data/server.key -out server.csr
            echo subjectAltName=DNS:localhost > names
            openssl x509 -req -days 2 -in server.csr -CA root.crt -CAkey root.key -CAcreateserial -extfile names \
              -out data/server.crt
            cat >> data/postgresql.conf <<'END'
            ssl = on
            listen_addresses = 'localhost'
            port = \(number)
            END
            cat > data/pg_hba.conf <<'END'
            local all all trust
            hostssl all all samehost trust
            END
            """)
        try start()
        return number
    }
}
