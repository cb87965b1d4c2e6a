/// The sentences about files that the server does not accept. The page shows them beside the file's name.
public struct UploadWords: Sendable {
    /// Shown when the file is larger than the upload allows (`UploadLimits.file`).
    ///
    /// - Parameter limit: The maximum size, for example "32 MB".
    public var tooLarge: @Sendable (_ limit: String) -> String = { limit in
        "This file is too large: \(limit) is the most. Nothing of it was kept."
    }
    /// Shown when the upload accepts files of other types.
    public var wrongType = "Files of this kind are not taken here. Nothing of it was kept."
    /// Shown when one visitor has too many unfinished uploads, or too many bytes in them.
    public var tooMany =
        "Too many files are on their way from this browser. This one can be sent when some are done."
    /// Shown when the server's disk has no room, or when all visitors together have too many unfinished uploads.
    public var full =
        "The server has no room for this file. Nothing of it was kept. Make room there, then send it again."
    /// Shown when the server does not have the file, for instance because it was removed before an action received it.
    public var lost = "This file is not on the server any more. Choose it once more."
    /// Shown when the browser has sent more bytes than announced.
    public var tooLong = "More came than this file was said to have, so nothing of it was kept. Send it again."
    /// Shown when another request for the same file has taken over.
    public var superseded = "Another connection has gone on with this file."
    /// Shown when the file is complete and an action is receiving it.
    public var hasArrived = "This file has arrived, and is just being put where it belongs."
    /// Shown when the connection was lost during the upload.
    public var interrupted = "The connection was lost. What came is kept."
    /// Shown when the file could not be stored for another reason. The log has the reason.
    public var notStored = "The server could not keep this file. Its log has the details."

    /// The words in English.
    public init() {}
}
