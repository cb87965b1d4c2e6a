import AviaryLibpq
import Foundation

/// The address of a server, split into its parts by libpq.
struct PostgresAddress {
    private var values: [(key: String, value: String)] = []

    /// The secrets that no message may contain.
    var secrets: [String] {
        values.filter { ["password", "sslpassword"].contains($0.key) }.map(\.value)
    }

    /// - Throws: `PostgresError` if libpq cannot read the text as an address. The error does not repeat the
    ///   address, which may have a password.
    init(_ url: String) throws {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &message) else {
            // The message repeats the address, so it is dropped.
            PQfreemem(message)
            throw PostgresError(
                message: "the address is not one of a PostgreSQL server, such as postgres://user@host/database",
                isConnectionLost: true)
        }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                values.append((String(cString: keyword), String(cString: value)))
            }
            option += 1
        }
    }

    /// The parameters of a connection: the parts of the address, and defaults for the others.
    func parameters(_ options: PostgresConnection.Options) -> [(key: String, value: String)] {
        var parameters = values
        func set(_ key: String, _ value: String) {
            if !parameters.contains(where: { $0.key == key }) { parameters.append((key, value)) }
        }
        set("connect_timeout", String(options.connectTimeout))
        // These settings detect a broken network within some ten seconds.
        set("keepalives_idle", "5")
        set("keepalives_interval", "2")
        set("keepalives_count", "3")
        set("tcp_user_timeout", "8000")
        set("application_name", options.application)
        // Turns off encryption by Kerberos, unless the address or libpq's environment variable asks for it.
        // Otherwise libpq would request a Kerberos ticket for each connection. The Kerberos library aborts a
        // program that ends at this moment.
        if getenv("PGGSSENCMODE") == nil { set("gssencmode", "disable") }
        parameters.removeAll { $0.key == "client_encoding" || $0.key == "replication" }
        set("client_encoding", "UTF8")
        // These settings fix the form of values. With `row_security=off`, a query fails instead of leaving out
        // rows.
        var settings = [
            "datestyle=ISO", "intervalstyle=postgres", "extra_float_digits=3", "timezone=UTC", "bytea_output=hex",
            "standard_conforming_strings=on", "row_security=off",
        ]
        if let timeout = options.statementTimeout {
            settings.append("statement_timeout=\(timeout.milliseconds)")
        }
        let own = settings.map { "-c \($0)" }.joined(separator: " ")
        if let index = parameters.firstIndex(where: { $0.key == "options" }) {
            parameters[index].value += " " + own
        } else {
            set("options", own)
        }
        return parameters
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isTooMuch) = seconds.multipliedReportingOverflow(by: 1000)
        return isTooMuch ? .max : product + attoseconds / 1_000_000_000_000_000
    }
}
