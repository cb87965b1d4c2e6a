import AviaryDigest

/// The browsers that have shown the token and need not show it again.
///
/// A session's name is random and independent of the token. Only a hash of the name is stored, keyed with the token. So
/// the file gives nobody access, and a new token ends all sessions.
struct Sessions: Sendable {
    /// The most sessions at a time. Beyond this number, the least recently used session ends.
    static let capacity = 1024
    /// How long a session lasts, in seconds.
    static let lifetime: Int64 = 30 * 24 * 60 * 60

    private struct Session {
        /// When the session ends, in seconds since 1970.
        let end: Int64
        /// The number of the last use. Later uses of any session have higher numbers.
        var use: Int
    }

    private let token: [UInt8]
    private var sessions: [String: Session] = [:]
    private var uses = 0

    /// - Parameter text: The stored sessions of an earlier process of the server, in the format of `text`. Malformed
    ///   lines are ignored.
    init(token: AccessToken, text: String = "") {
        self.token = Array(token.value.utf8)
        for line in text.split(separator: "\n").suffix(Self.capacity) {
            let parts = line.split(separator: " ")
            guard parts.count == 2, parts[0].utf8.count == 64, let end = Int64(parts[1]) else { continue }
            uses += 1
            sessions[String(parts[0])] = Session(end: end, use: uses)
        }
    }

    var count: Int { sessions.count }

    /// A line for each session, the least recently used first.
    var text: String {
        sessions.sorted { $0.value.use < $1.value.use }.map { "\($0.key) \($0.value.end)\n" }.joined()
    }

    /// - Returns: The name of a new session. Only its browser may get this name.
    mutating func begin(at now: Int64) -> String {
        sessions = sessions.filter { $0.value.end > now }
        if sessions.count >= Self.capacity, let oldest = sessions.min(by: { $0.value.use < $1.value.use }) {
            sessions[oldest.key] = nil
        }
        let name = Self.hex((0..<32).map { _ in UInt8.random(in: 0...255) })
        uses += 1
        sessions[key(name)] = Session(end: now + Self.lifetime, use: uses)
        return name
    }

    /// - Returns: The key of the session with this name; `nil` if no such session lasts.
    mutating func find(_ name: some StringProtocol, at now: Int64) -> String? {
        guard name.utf8.count == 64 else { return nil }
        let key = key(String(name))
        guard let session = sessions[key], session.end > now else { return nil }
        uses += 1
        sessions[key]?.use = uses
        return key
    }

    /// Returns whether the session with this key is open. This check does not count as a use.
    func contains(_ key: String, at now: Int64) -> Bool { sessions[key].map { $0.end > now } ?? false }

    mutating func end(_ key: String) { sessions[key] = nil }

    mutating func endAll() { sessions = [:] }

    private func key(_ name: String) -> String {
        Self.hex(Digest.code(of: Array(name.utf8), key: token))
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
