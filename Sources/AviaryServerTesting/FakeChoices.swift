import AviaryServer
import AviaryText

/// The rows of a control as a browser has them: of a `select`, a `datalist`, radio buttons or checkboxes.
public struct FakeChoices: Sendable, Hashable {
    /// A row.
    public struct Row: Sendable, Hashable {
        /// The identifier of the item, as text: the value that the form sends.
        public var id: String
        /// The title that the person reads.
        public var title: String
        /// Whether the person cannot choose it.
        public var isDisabled: Bool
    }

    /// A section of the rows.
    public struct Group: Sendable, Hashable {
        /// The title of the section.
        public var title: String
        /// The number of its rows.
        public var count: Int
    }

    /// The rows, in the order of the list.
    public private(set) var rows: [Row] = []
    /// The sections, if the control shows them.
    public private(set) var groups: [Group] = []
    /// The identifiers of the items that the store has chosen, sorted.
    public private(set) var chosen: [String] = []
    /// The number of rows that the last message has sent, whole or only their identifiers.
    public private(set) var rowsSent = 0

    /// The titles of the rows.
    public var titles: [String] { rows.map(\.title) }

    /// A control before its first message.
    init() {}

    mutating func apply(_ message: ReceivedMessage.ChoicesMessage) throws(FakeCollection.Fault) {
        guard case .array(let steps) = message.steps, case .array(let chosen) = message.chosen else { throw .malformed }
        if message.isNew { (rows, groups) = ([], []) }
        rowsSent = 0
        var result: [Row] = []
        var read = 0
        for step in steps {
            switch step {
            case .number(let length):
                let end = read + Int(length.magnitude)
                guard end <= rows.count else { throw .stepsDoNotFit }
                if length > 0 { result += rows[read..<end] }
                read = end
            case .array(let parts):
                rowsSent += 1
                result.append(try row(parts))
            default: throw .malformed
            }
        }
        guard read == rows.count else { throw .stepsDoNotFit }
        var seen = Set<String>()
        for row in result where !seen.insert(row.id).inserted { throw .tileTwice(row.id) }
        rows = result
        if case .array(let groups)? = message.groups {
            self.groups = groups.compactMap {
                guard case .array(let parts) = $0, parts.count == 2, case .string(let title) = parts[0],
                    case .number(let count) = parts[1]
                else { return nil }
                return Group(title: title, count: Int(count))
            }
        }
        guard groups.isEmpty || groups.reduce(0, { $0 + $1.count }) == rows.count else { throw .malformed }
        self.chosen = chosen.compactMap { if case .string(let id) = $0 { id } else { nil } }
    }

    private func row(_ parts: [JSON]) throws(FakeCollection.Fault) -> Row {
        guard case .string(let id)? = parts.first else { throw .malformed }
        if parts.count == 1 {
            guard let row = rows.first(where: { $0.id == id }) else { throw .unknownTile(id) }
            return row
        }
        guard parts.count >= 3, parts[1] == .number(0), case .string(let title) = parts[2] else { throw .malformed }
        return Row(id: id, title: title, isDisabled: parts.count > 3 && parts[3] == .flag(true))
    }
}
