/// What the server says when it cannot take a file. The page shows it beside the file's name.
public struct UploadWords: Sendable {
    /// The file is larger than the upload takes.
    ///
    /// - Parameter limit: The most that it takes, "32 MB" for example.
    public var tooLarge: @Sendable (_ limit: String) -> String = { limit in
        "This file is too large: \(limit) is the most. Nothing of it was kept."
    }
    /// The upload takes files of other types.
    public var wrongType = "Files of this kind are not taken here. Nothing of it was kept."
    /// One browser has too many files on their way.
    public var tooMany =
        "Too many files are on their way from this browser. This one can be sent when some are done."
    /// The disk of the server has no room.
    public var full =
        "The server has no room for this file. Nothing of it was kept. Make room there, then send it again."
    /// The file was removed from the server before it was received.
    public var lost = "This file is not on the server any more. Choose it once more."
    /// The browser sent more than it had announced.
    public var tooLong = "More came than this file was said to have, so nothing of it was kept. Send it again."
    /// Another connection sends the same file.
    public var superseded = "Another connection has gone on with this file."
    /// The file is complete, and an action is receiving it.
    public var hasArrived = "This file has arrived, and is just being put where it belongs."
    /// The connection was lost in the middle of the file.
    public var interrupted = "The connection was lost. What came is kept."
    /// The file could not be written, for a reason that is in the log.
    public var notKept = "The server could not keep this file. Its log has the details."

    /// The words in English.
    public init() {}

    /// - Returns: English for a mistake that a program makes and a page does not.
    func sentence(about error: UploadError) -> String {
        switch error {
        case .tooLarge(let limit): tooLarge(UploadError.size(limit))
        case .wrongType: wrongType
        case .tooMany: tooMany
        case .full: full
        case .unknown, .lost: lost
        case .wrongOffset(let offset): "The server has \(offset) bytes of this file. Go on from there."
        case .tooLong: tooLong
        case .lengthMissing: "Say how long the file is, by Upload-Length."
        case .offsetMissing: "Say where this part begins, by Upload-Offset."
        case .notPartial: "A part of a file is sent as application/partial-upload."
        case .superseded: superseded
        case .claimed: hasArrived
        case .interrupted: interrupted
        }
    }
}
