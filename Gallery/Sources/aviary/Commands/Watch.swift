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
            One JSON object a line: first "version" and the whole "list"; then "version", the "changes", and the "count" of \
            items after them. The article "Changes as JSON" of AviaryResults has the form.
            """)
    var json = false

    func run() async throws {
        try await reportingFailure {
            let directory = try data.writable()
            let gallery = try await node.open(in: directory) { try Gallery.openExisting(at: directory) }
            switch room {
            case .colors: try await watch(gallery.colors(), counting: "color")
            case .palette: try await watch(gallery.swatchList(), counting: "color")
            case .photos: try await watch(gallery.photos(), counting: "photo")
            case .photorama: try await watch(gallery.webPhotos(), counting: "photo")
            }
        }
    }

    private func watch(_ results: FetchedResults<some LiveRecord>, counting noun: String) async throws {
        let updates = results.updates()
        let list = updates.initial
        show(
            json
                ? try WatchLine(version: list.version, message: .list(ListSnapshot(list))).text
                : list.numberOfItems.counted(noun))
        for await update in updates {
            switch update {
            case .success(let change) where change.changeset.isEmpty: break
            case .success(let change):
                show(
                    json
                        ? try WatchLine(version: change.new.version, message: ListMessage(change)).text
                        : change.watchText(counting: noun))
            case .failure(let error): say(Gallery.words.sentence(about: error))
            }
        }
    }

    private func show(_ line: String) {
        print(line)
        flushOutput()
    }
}

/// A line of `--json`: a message, and the version of the list after it in the same object.
private struct WatchLine: Encodable {
    private enum Key: String, CodingKey { case version }

    var version: Int64
    var message: ListMessage<RowsSection, Int64>

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(version, forKey: .version)
        try message.encode(to: encoder)
    }

    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension SnapshotUpdate<RowsSnapshot> {
    fileprivate func watchText(counting noun: String) -> String {
        let parts = [
            (changeset.deleted.count, "removed"), (changeset.inserted.count, "added"),
            (changeset.moved.count, "moved"), (changeset.updated.count, "changed"),
        ]
        let changes = parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
        return "\(changes); now \(new.numberOfItems.counted(noun))"
    }
}
