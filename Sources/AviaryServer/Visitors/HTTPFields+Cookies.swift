import HTTPTypes

extension HTTPFields {
    /// The values of all cookies of a name, as sent, without empty ones and repetitions, in the browser's order.
    func cookies(named name: String) -> [Substring] {
        var known: Set<[UInt8]> = []
        return self[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name, !parts[1].isEmpty,
                known.insert(Array(parts[1].utf8)).inserted
            else { return nil }
            return parts[1]
        }
    }
}
