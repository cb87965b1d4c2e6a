/// A change of a list as it is sent or stored, without the lists before and after it.
///
///     let line = try JSONEncoder().encode(ListMessage(update))
///
/// A reader elsewhere begins with a whole list. It applies one message after the other, by
/// `ListSnapshot.applying(_:)`. A reader that has missed a message gets an error and asks for the whole list again.
public enum ListMessage<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Equatable, Sendable {
    /// The whole list, which replaces the reader's list.
    case list(ListSnapshot<SectionID, ItemID>)
    /// The changes of the reader's list.
    ///
    /// - Parameters:
    ///   - changes: The changeset.
    ///   - sections: The identifiers of the inserted sections, in the order of the changeset.
    ///   - count: How many items the list has afterwards, so that a reader notices that a message is missing.
    case changes(Changeset<ItemID>, sections: [SectionID], count: Int)

    /// The message that says what an update changes.
    ///
    /// It is the whole list when the changeset does not tell the difference. An update without changes may mean that
    /// more items are known. An update that replaces all sections does not name the inserted items.
    ///
    /// - Complexity: O(*s* log *n*) for *s* inserted sections; O(*n*) for a whole list of *n* items.
    public init<S: Snapshot<ItemID>>(_ update: SnapshotUpdate<S>) where S.SectionID == SectionID {
        let changes = update.changeset
        if update.isReplacement || changes.isEmpty {
            self = .list(ListSnapshot(update.new))
        } else {
            self = .changes(
                changes, sections: changes.insertedSections.map(update.new.sectionIdentifier(at:)),
                count: update.new.numberOfItems)
        }
    }
}

// MARK: - Coding

private enum MessageKey: String, CodingKey { case list, changes, sections, count }

extension ListMessage: Encodable where SectionID: Encodable, ItemID: Encodable {
    /// Writes `{"list": …}`, or `{"changes": …, "sections": […], "count": …}`. An empty list of sections is left out.
    public func encode(to encoder: any Encoder) throws {
        var message = encoder.container(keyedBy: MessageKey.self)
        switch self {
        case .list(let list): try message.encode(list, forKey: .list)
        case .changes(let changes, let sections, let count):
            try message.encode(changes, forKey: .changes)
            if !sections.isEmpty { try message.encode(sections, forKey: .sections) }
            try message.encode(count, forKey: .count)
        }
    }
}

extension ListMessage: Decodable where SectionID: Decodable, ItemID: Decodable {
    /// Reads what `encode(to:)` writes. Other keys of the object are ignored.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let message = try decoder.container(keyedBy: MessageKey.self)
        if message.contains(.list) {
            self = .list(try message.decode(ListSnapshot<SectionID, ItemID>.self, forKey: .list))
        } else {
            self = .changes(
                try message.decode(Changeset<ItemID>.self, forKey: .changes),
                sections: try message.decodeIfPresent([SectionID].self, forKey: .sections) ?? [],
                count: try message.decode(Int.self, forKey: .count))
        }
    }
}
