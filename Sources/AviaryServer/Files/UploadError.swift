import HTTPTypes

/// Why a file was not taken: a sentence for the person who sends it.
enum UploadError: Error, Hashable, CustomStringConvertible {
    case tooLarge(limit: Int64)
    /// The upload takes files of other types.
    case wrongType
    /// One visitor has too much begun.
    case tooMany
    /// The server has too much begun, or its disk is full.
    case full
    /// It was never begun here, is over, or is somebody else's.
    case unknown
    /// Somebody has removed what had come from the server's disk.
    case lost
    /// Another part is wanted than the one that was sent.
    case wrongOffset(Int64)
    /// More bytes came than the file has.
    case tooLong
    case lengthMissing
    case offsetMissing
    case notPartial
    /// Another request has gone on with it.
    case superseded
    /// An action is receiving it.
    case claimed
    /// The connection was lost in the middle.
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

    var description: String { UploadWords().sentence(about: self) }

    /// Two digits of the largest unit that fits: "4 GB", "1.5 MB".
    static func size(_ bytes: Int64) -> String {
        let units: [(name: String, bytes: Int64)] = [("GB", 1 << 30), ("MB", 1 << 20), ("kB", 1 << 10)]
        guard let unit = units.first(where: { bytes >= $0.bytes }) else { return "\(bytes) bytes" }
        let tenths = bytes * 10 / unit.bytes
        return tenths % 10 == 0 || tenths >= 100
            ? "\(tenths / 10) \(unit.name)" : "\(tenths / 10).\(tenths % 10) \(unit.name)"
    }
}
