import OrderedCollections

extension ListSnapshot {
    /// A copy of another kind of snapshot, which can be sent and edited. It has the known items only, and no sizes.
    ///
    /// - Complexity: O(*n*) on average for *n* items.
    public init<S: Snapshot<ItemID>>(_ snapshot: S) where S.SectionID == SectionID {
        for section in 0..<snapshot.numberOfSections {
            let range = snapshot.range(ofSection: section).clamped(to: 0..<snapshot.numberOfKnownItems)
            sections.append(snapshot.sectionIdentifier(at: section))
            items.append(contentsOf: snapshot.items(in: range))
            ends.append(items.count)
        }
    }
}

private struct SentSection<ID, ItemID> {
    var id: ID
    var items: [ItemID]
}

extension SentSection: Encodable where ID: Encodable, ItemID: Encodable {}
extension SentSection: Decodable where ID: Decodable, ItemID: Decodable {}

private enum ListKey: String, CodingKey { case sections }

extension ListSnapshot: Encodable where SectionID: Encodable, ItemID: Encodable {
    /// Writes `{"sections": [{"id": …, "items": […]}, …]}`. Sizes are left out.
    public func encode(to encoder: any Encoder) throws {
        var list = encoder.container(keyedBy: ListKey.self)
        let sections = (0..<numberOfSections).map { section in
            SentSection(id: sectionIdentifier(at: section), items: items(in: range(ofSection: section)))
        }
        try list.encode(sections, forKey: .sections)
    }
}

extension ListSnapshot: Decodable where SectionID: Decodable, ItemID: Decodable {
    /// Reads `{"sections": [{"id": …, "items": […]}, …]}`.
    ///
    /// - Throws: `DecodingError`, also when a section or an item is listed twice.
    /// - Complexity: O(*n* + *s*) on average for *n* items in *s* sections.
    public init(from decoder: any Decoder) throws {
        let list = try decoder.container(keyedBy: ListKey.self)
        for section in try list.decode([SentSection<SectionID, ItemID>].self, forKey: .sections) {
            sections.append(section.id)
            let expected = items.count + section.items.count
            items.append(contentsOf: section.items)
            ends.append(items.count)
            guard sections.count == ends.count, items.count == expected else {
                throw DecodingError.dataCorruptedError(
                    forKey: .sections, in: list, debugDescription: "A section or an item is listed twice.")
            }
        }
    }
}
