import ArgumentParser
import AviaryApps
import AviaryResults
import Foundation

/// `aviary backup`: writes the present store and the originals into a new backup.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a backup of the gallery.",
        discussion: """
            Each backup is a folder of its own with the time as its name, and a gallery that can be served. The gallery \
            may be served meanwhile. Photographs that the backup before has take no room again.
            """)

    @Argument(help: "The folder for backups, best on another disk.", completion: .directory)
    var folder: String

    @OptionGroup var data: DataOption

    @Option(help: "How many backups stay; older ones are removed once the new one is whole.")
    var keep: Int?

    func validate() throws {
        guard !folder.isEmpty else { throw ValidationError("Name the folder for backups.") }
        guard keep.map({ $0 > 0 }) ?? true else { throw ValidationError("--keep is at least 1.") }
    }

    func run() async throws {
        umask(0o077)
        try await reportingFailure {
            let directory = try data.readable()
            let folder = BackupFolder(url: URL(filePath: folder, directoryHint: .isDirectory).absoluteURL)
            if let fault = PathFault.find(writingInto: folder.url.path, isGallery: true) {
                throw BackupError.noPlace(fault)
            }
            let work = Work(folder: folder.url.path, keep: keep)
            // Errors of opening the gallery come before there is a job.
            let gallery = try Gallery.openReadOnly(at: directory)
            guard Gallery.hasFile(Gallery.ownName, in: directory) else { throw BackupError.isCopy }
            let (result, removed) = try await GalleryJobs.perform(
                CommandWords.backup(to: work.folder), as: JobOrder(Work.kind, work), in: directory,
                counting: CommandWords.photos
            ) { progress in
                try await work.run(gallery, progress)
            }
            print(CommandWords.backedUp(result))
            if let keep, removed > 0 { print(CommandWords.removedOld(keep)) }
            if !result.faults.isEmpty { throw ExitCode.failure }
        }
    }

    /// One backup: of the command, or of a server that does the command again.
    struct Work: Codable {
        static let kind = "backup"
        var folder: String
        var keep: Int?

        static func again(in directory: URL) -> JobKind {
            JobKind(kind, Self.self) { work, progress in
                _ = try await work.run(Gallery.openReadOnly(at: directory), progress)
            }
        }

        /// Writes the backup.
        ///
        /// - Returns: The result, and how many older backups were removed.
        fileprivate func run(_ gallery: Gallery, _ progress: JobProgress) async throws -> (GalleryBackup.Result, Int) {
            let folder = BackupFolder(url: URL(filePath: folder, directoryHint: .isDirectory))
            let result = try await GalleryBackup(of: gallery, to: folder).run(progress)
            let sentence = CommandWords.backedUp(result, at: result.place.lastPathComponent)
            progress.say(sentence, isFailure: !result.faults.isEmpty)
            return (result, try await blocking { try keep.map { try folder.removeAll(butNewest: $0) } ?? 0 })
        }
    }
}

/// `aviary restore`: puts a backup in the place of the gallery.
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup in the place of the gallery.",
        discussion: "The gallery may be served meanwhile: open windows show the backup at once.")

    @Argument(help: "A backup: a folder with a time as its name.", completion: .directory)
    var backup: String

    @OptionGroup var data: DataOption

    @Flag(help: "Replace the gallery that is there. A copy of its store is kept beside it.")
    var replace = false

    func run() async throws {
        umask(0o077)
        try await reportingFailure {
            let directory = try data.writable()
            let backup = URL(filePath: backup, directoryHint: .isDirectory).absoluteURL
            let result = try await ProgressBar.during(CommandWords.photos) { progress in
                try await GalleryRestore(backup: backup, directory: directory).run(replaces: replace, progress)
            }
            // Opening the gallery upgrades the store of an old backup.
            try Gallery.open(at: directory).store.close()
            print(CommandWords.restored(result, to: directory.path))
        }
    }
}

/// `aviary check`: looks for faults of a gallery or a backup.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what is wrong with a gallery or a backup.",
        discussion: """
            Nothing is changed without --repair. The exit code is 1 if something is wrong. An original without a photo is \
            not wrong: a restore keeps those of photographs that the backup does not have.

            A repair first says what it will do, and asks. It removes nothing but broken files, and these only when the \
            backup has whole ones.
            """)

    @Argument(help: "A backup; by default the gallery.", completion: .directory)
    var backup: String?

    @OptionGroup var data: DataOption

    @Flag(help: "Read each original, and compare it with its digest.")
    var readAll = false

    @Flag(help: "Repair what can be repaired, after a question.")
    var repair = false

    @Option(help: "A backup, of which a repair takes originals.", completion: .directory)
    var from: String?

    @Flag(help: "Repair without a question.")
    var yes = false

    func validate() throws {
        guard !repair || backup == nil else { throw ValidationError("--repair is for the gallery, not for a backup.") }
        guard repair || from == nil && !yes else { throw ValidationError("--from and --yes go with --repair.") }
    }

    func run() async throws {
        umask(0o077)
        try await reportingFailure {
            let place =
                try backup.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL }
                ?? (repair ? data.writable() : data.readable())
            let source = from.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL }
            if let source { try BackupFolder.requireBackup(in: source) }
            let check = GalleryCheck(directory: place, readsOriginals: readAll)
            let result = try await ProgressBar.during(CommandWords.photos) { try await check.run($0) }
            print(CommandWords.checked(result, at: place.path))
            if repair ? result.faults.isEmpty : result.isWell { return }
            guard repair, try await repair(result.faults, from: source) else { throw ExitCode.failure }
        }
    }

    /// Repairs faults, if the person agrees.
    ///
    /// - Returns: True if no fault is left.
    private func repair(_ faults: [GalleryFault], from backup: URL?) async throws -> Bool {
        let repair = GalleryRepair(directory: data.directory, backup: backup)
        let (steps, left) = try repair.plan(for: faults)
        print(CommandWords.plan(steps, left, hasBackup: backup != nil))
        if steps.isEmpty { return false }
        guard yes || isWanted() else {
            print(BackupWords.nothingDone)
            return false
        }
        let result = try await ProgressBar.during(CommandWords.photos) { try await repair.run(steps, $0) }
        print(CommandWords.repaired(result))
        return left.isEmpty && result.refused.isEmpty
    }

    private func isWanted() -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { return false }
        print(BackupWords.question, terminator: "")
        flushOutput()
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}
