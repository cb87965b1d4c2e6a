import AviaryServer
import AviaryText
import Foundation
import Synchronization

/// A zip of photographs that is sent while it is made. A text file at its end lists the photographs that it lacks.
struct PhotoZip {
    private var zip = ZipWriter()
    private var missing: [String] = []
    private let reason: @Sendable (any Error) -> String

    /// - Parameter reason: Says why a photograph is missing, in the line about it.
    init(reason: @escaping @Sendable (any Error) -> String) { self.reason = reason }

    /// Sends a photograph.
    ///
    /// - Parameters:
    ///   - folder: The path of its folder in the zip; empty for the zip itself.
    ///   - writer: The writer of the download.
    ///   - read: Makes the file. If it throws, the photograph is listed as missing.
    /// - Returns: The path of the file in the zip; `nil` for a missing photograph.
    /// - Throws: `CancellationError`, or an error of the writer.
    @concurrent @discardableResult
    mutating func add(
        _ photo: Photo, in folder: String = "", to writer: inout DownloadWriter,
        reading read: @Sendable () async throws -> PhotoCopy
    ) async throws -> String? {
        let file: PhotoCopy
        let (crc, size): (UInt32, UInt64)
        do {
            file = try await read()
            // The header has the checksum, because every program can read a zip with the checksum before the content.
            // So the file is read twice, the second time usually from the page cache.
            (crc, size) = try await file.checksum()
        } catch let error as CancellationError {
            throw error
        } catch {
            missing.append("\(photo.name.onOneLine): \(reason(error))")
            return nil
        }
        try await writer.write(zip.header(name: file.name, in: folder, modified: photo.takenAt, crc: crc, size: size))
        try await file.write(to: &writer)
        return zip.lastPath
    }

    /// Sends a symbolic link to a file of the zip.
    ///
    /// - Parameters:
    ///   - path: The path of the file in the zip. The link has the same name.
    ///   - folder: The path of the link's folder in the zip.
    ///   - writer: The writer of the download.
    @concurrent
    mutating func add(linkTo path: String, in folder: String, to writer: inout DownloadWriter) async throws {
        let up = String(repeating: "../", count: folder.split(separator: "/").count)
        let name = (path as NSString).lastPathComponent
        try await add(Array("\(up)\(path)".utf8), name: name, in: folder, isLink: true, to: &writer)
    }

    /// Sends the list of missing photographs, if there are any, and the end of the zip.
    @concurrent
    mutating func finish(to writer: inout DownloadWriter) async throws {
        if !missing.isEmpty {
            let lines = missing.map { "\($0)\n" }.joined()
            try await add(Array(lines.utf8), name: PhotosWords.missingName, to: &writer)
        }
        try await writer.write(zip.finish())
    }

    @concurrent
    private mutating func add(
        _ bytes: [UInt8], name: String, in folder: String = "", isLink: Bool = false, to writer: inout DownloadWriter
    ) async throws {
        let header = zip.header(
            name: name, in: folder, modified: .now, crc: checksum(bytes), size: UInt64(bytes.count), isLink: isLink)
        try await writer.write(header + bytes)
    }
}

/// Stores selections that people download as a zip, because a selection may be too long for an address.
final class ZipOffers: Sendable {
    /// The largest number of stored selections. When there are more, the oldest is removed.
    private static let limit = 64

    private let offers = Mutex<[(name: String, ids: Set<Photo.ID>)]>([])

    /// Stores a selection.
    ///
    /// - Returns: A random name that cannot be guessed.
    func add(_ ids: Set<Photo.ID>) -> String {
        let name = String(UInt64.random(in: 0 ... .max), radix: 36) + String(UInt64.random(in: 0 ... .max), radix: 36)
        offers.withLock { offers in
            offers.append((name, ids))
            if offers.count > Self.limit { offers.removeFirst() }
        }
        return name
    }

    func photos(_ name: String) -> Set<Photo.ID>? { offers.withLock { $0.first { $0.name == name }?.ids } }
}
