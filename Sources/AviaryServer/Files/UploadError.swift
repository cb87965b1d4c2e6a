import AviaryText
import HTTPTypes

/// The reason why a file was not accepted. Its description is a sentence for the person.
enum UploadError: SpokenError, Hashable, CustomStringConvertible {
    case tooLarge(limit: Int64)
    /// The upload accepts files of other types.
    case wrongType
    /// One visitor has too many unfinished uploads, or too many bytes in them.
    case tooMany
    /// The server has too many uploads or too many bytes in them, or its disk is full.
    case full
    /// The upload was never begun here, has ended, is incomplete for its action, or belongs to another visitor.
    case unknown
    /// Somebody has removed the unfinished file from the server's disk.
    case lost
    /// The server expects another offset, which is attached.
    case wrongOffset(Int64)
    /// More bytes arrived than were announced.
    case tooLong
    case lengthMissing
    case offsetMissing
    case notPartial
    /// Another request has continued the upload.
    case superseded
    /// An action is receiving the file.
    case claimed
    /// The connection was lost during the request.
    case interrupted

    var status: HTTPResponse.Status {
        switch self {
        case .tooLarge: .contentTooLarge
        case .tooMany: .tooManyRequests
        case .full: .init(code: 507, reasonPhrase: "Insufficient Storage")
        case .unknown, .lost: .notFound
        case .wrongOffset, .superseded, .claimed: .conflict
        case .tooLong, .offsetMissing, .interrupted: .badRequest
        case .lengthMissing: .lengthRequired
        case .notPartial, .wrongType: .unsupportedMediaType
        }
    }

    /// The sentence in English.
    var description: String { sentence(in: .english) }

    /// The size in the largest unit that fits, rounded down: "4 GB", "1.5 MB", "12 MB". It has one decimal below 10,
    /// unless that is 0.
    static func size(_ bytes: Int64, in words: Words = .english) -> String {
        let units: [(name: String, bytes: Int64)] = [("GB", 1 << 30), ("MB", 1 << 20), ("kB", 1 << 10)]
        guard let unit = units.first(where: { bytes >= $0.bytes }) else { return "\(bytes) bytes" }
        let tenths = bytes * 10 / unit.bytes
        return tenths % 10 == 0 || tenths >= 100
            ? "\(tenths / 10) \(unit.name)" : "\(words.number(Double(tenths) / 10)) \(unit.name)"
    }
}

extension UploadError {
    /// - Returns: The sentence. For errors that the pages of Aviary never cause, it is always English.
    func sentence(in words: Words) -> String {
        switch self {
        case .tooLarge(let limit): words.uploads.tooLarge(Self.size(limit, in: words))
        case .wrongType: words.uploads.wrongType
        case .tooMany: words.uploads.tooMany
        case .full: words.uploads.full
        case .unknown, .lost: words.uploads.lost
        case .wrongOffset(let offset): "The server has \(offset) bytes of this file. Go on from there."
        case .tooLong: words.uploads.tooLong
        case .lengthMissing: "Say how long the file is, by Upload-Length."
        case .offsetMissing: "Say where this part begins, by Upload-Offset."
        case .notPartial: "A part of a file is sent as application/partial-upload."
        case .superseded: words.uploads.superseded
        case .claimed: words.uploads.hasArrived
        case .interrupted: words.uploads.interrupted
        }
    }
}
