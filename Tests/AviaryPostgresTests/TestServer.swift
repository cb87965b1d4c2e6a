import AviaryPostgres
import Foundation
import Synchronization

/// A PostgreSQL server in a temporary folder, on a Unix socket only. It ends with this process, however that ends.
final class TestServer: Sendable {
    /// The server of all tests but those that stop theirs.
    static let shared = Result { try TestServer() }

    let folder: String
    /// The port, which is also part of the socket's name.
    let port = Mutex(5432)
    private let number = Mutex(0)

    private static let programs: String = {
        let root = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }
        return versions.max().map { "\(root)/\($0)/bin" } ?? "/usr/bin"
    }()

    /// Starts a server.
    ///
    /// - Parameter primary: The server of which this one is a standby.
    init(standbyOf primary: TestServer? = nil) throws {
        folder = "/tmp/aviary-pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if getuid() == 0 { try Self.run("chown postgres \(folder)", isRoot: true) }
        if let primary {
            try Self.run(
                "\(Self.programs)/pg_basebackup -D \(folder)/data -R -c fast -h \(primary.folder) -U postgres")
            try Self.run("sed -i s#\(primary.folder)\\'#\(folder)\\'#  \(folder)/data/postgresql.conf")
        } else {
            try Self.run(
                "\(Self.programs)/initdb -D \(folder)/data -A trust -U postgres -E UTF8 --locale=C --no-sync")
            let settings = """
                listen_addresses = ''
                unix_socket_directories = '\(folder)'
                fsync = off
                max_connections = 300
                shared_buffers = 64MB
                max_prepared_transactions = 5
                """
            try Self.run("cat >> \(folder)/data/postgresql.conf <<'END'\n\(settings)\nEND")
        }
        try start()
        // Ends the server when this process is gone, and removes its files. A session of its own, so that who
        // interrupts the tests does not end it, too.
        try Self.run(
            """
            setsid sh -c 'while kill -0 \(getpid()); do sleep 1; done
            kill -QUIT $(head -n 1 \(folder)/data/postmaster.pid); sleep 1; rm -rf \(folder)' >/dev/null 2>&1 &
            """, isRoot: true)
    }

    func start() throws {
        try Self.run("\(Self.programs)/pg_ctl -D \(folder)/data -l \(folder)/log -w start >/dev/null")
    }

    /// Stops it as an administrator does; what was committed is on the disk.
    func stop() throws { try Self.run("\(Self.programs)/pg_ctl -D \(folder)/data -m fast -w stop >/dev/null") }

    /// Ends it as a crash does.
    func kill() throws {
        try Self.run("\(Self.programs)/pg_ctl -D \(folder)/data -m immediate -w stop >/dev/null")
    }

    /// Copies the files of a server that was stopped.
    func keepFiles() throws { try Self.run("cp -a \(folder)/data \(folder)/kept") }

    /// Puts the files back as they were.
    func putBackFiles() throws { try Self.run("rm -rf \(folder)/data && cp -a \(folder)/kept \(folder)/data") }

    /// Makes a primary server of a standby.
    func promote() throws { try Self.run("\(Self.programs)/pg_ctl -D \(folder)/data -w promote >/dev/null") }

    func url(_ database: String, user: String = "postgres") -> String {
        "postgresql:///\(database)?host=\(folder)&user=\(user)&port=\(port.withLock { $0 })"
    }

    func nextName() -> String {
        number.withLock { number in
            number += 1
            return "test\(number)"
        }
    }

    /// Runs a command of the shell. PostgreSQL refuses to run as root.
    ///
    /// Foundation's `Process` waits for whoever has its files, and a server that was started keeps them.
    static func run(_ command: String, isRoot: Bool = false) throws {
        var arguments = ["/bin/sh", "-c", "cd /tmp; exec </dev/null >/dev/null; \(command)"]
        if getuid() == 0, !isRoot {
            arguments = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] + arguments
        }
        var process: pid_t = 0
        let words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let started = posix_spawn(&process, arguments[0], nil, nil, words, environ)
        var status: Int32 = 0
        guard started == 0, waitpid(process, &status, 0) == process, status == 0 else {
            throw Failure(command: command, status: started == 0 ? status : started)
        }
    }

    struct Failure: Error {
        var command: String
        var status: Int32
    }
}

/// A database of a test's own. It is removed with this object.
final class TestDatabase: Sendable {
    let server: TestServer
    let name: String
    var url: String { server.url(name) }

    init(on server: TestServer? = nil) throws {
        self.server = try server ?? TestServer.shared.get()
        name = self.server.nextName()
        try PostgresConnection(self.server.url("postgres")).execute("CREATE DATABASE \(name)")
    }

    deinit {
        _ = try? PostgresConnection(server.url("postgres")).execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }

    func connect() throws -> PostgresConnection { try PostgresConnection(url) }
}
