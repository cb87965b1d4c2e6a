import ArgumentParser
import AviaryResults
import AviarySnapshots
import AviaryText
import Foundation

/// `aviary watch`: prints each change of a room when it is committed, by any program.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print every change of a room as it is committed.")

    enum Room: String, ExpressibleByArgument, CaseIterable { case colors, palette, photos, photorama }

    @Argument(help: "The room to watch: colors, palette, photos or photorama.")
    var room: Room

    @OptionGroup var data: DataOption

    @OptionGroup var node: UpstreamOptions

    @Flag(
        help: """
            One JSON object a line: first "version" and "items"; then "version", "count", "deleted" [position before], \
            "inserted" [[position after, id]], "moved" [[before, after]], "updated" [[before, after]].
            """)
    var json = false

    func run() async throws {
        try await reportingFailure {
            let directory = try data.writable()
            let gallery = try await node.open(in: directory) { try Gallery.openExisting(at: directory) }
            switch room {
            case .colors: await watch(try await gallery.colors(), counting: "color")
            case .palette: await watch(try await gallery.swatchList(), counting: "color")
            case .photos: await watch(try await gallery.photos(), counting: "photo")
            case .photorama: await watch(try await gallery.webPhotos(), counting: "photo")
            }
        }
    }

    private func watch(_ results: FetchedResults<some LiveRecord>, counting noun: String) async {
        let updates = results.updates()
        show(json ? updates.initial.watchJSON : updates.initial.numberOfItems.counted(noun))
        for await update in updates {
            switch update {
            case .success(let change) where change.changeset.isEmpty: break
            case .success(let change): show(json ? change.watchJSON : change.watchText(counting: noun))
            case .failure(let error): say(Gallery.words.sentence(about: error))
            }
        }
    }

    private func show(_ line: String) {
        print(line)
        flushOutput()
    }
}

extension RowsSnapshot {
    fileprivate var watchJSON: String {
        #"{"version":\#(version),"items":[\#(items(in: 0..<numberOfItems).map(String.init).joined(separator: ","))]}"#
    }
}

extension SnapshotUpdate<RowsSnapshot> {
    /// The changes as one line of JSON. The list has no sections, so the item number of an index path is the position.
    fileprivate var watchJSON: String {
        let deleted = changeset.deleted.map { "\($0.path.item)" }
        let inserted = changeset.inserted.map { "[\($0.path.item),\($0.id)]" }
        let moved = changeset.moved.map { "[\($0.from.item),\($0.to.item)]" }
        let updated = changeset.updated.map { "[\($0.from.item),\($0.to.item)]" }
        let lists = [("deleted", deleted), ("inserted", inserted), ("moved", moved), ("updated", updated)]
        return #"{"version":\#(new.version),"count":\#(new.numberOfItems),"#
            + lists.map { #""\#($0)":[\#($1.joined(separator: ","))]"# }.joined(separator: ",") + "}"
    }

    fileprivate func watchText(counting noun: String) -> String {
        let parts = [
            (changeset.deleted.count, "removed"), (changeset.inserted.count, "added"),
            (changeset.moved.count, "moved"), (changeset.updated.count, "changed"),
        ]
        let changes = parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
        return "\(changes); now \(new.numberOfItems.counted(noun))"
    }
}
