import AviaryText
import Foundation

/// The sentences about errors and about missing things.
extension PhotosWords {
    static let noSuchAlbum = "There is no such album. It may have been deleted."
    static let noOriginal = "The original of this photo is missing."
    /// What the viewer says of a photo whose file has lost data. The missing part is white or transparent.
    static let isIncomplete = "A part of this photo’s file is missing or broken. What can be read of it is shown."
    /// The reason why an original cannot be copied, as the end of a sentence.
    static let shorterOriginal = "it is shorter than it was"
    static let downloadIsOver = "This download is over. Select the photos again, and press Share."

    static func sentence(about error: PhotoError) -> String {
        switch error {
        case .photoGone(nil): "That photo was deleted by someone else. Nothing was changed."
        case .photoGone(let typed?): "The photo you named \(typed.quoted) was deleted by someone else."
        case .albumGone(nil): "That album was deleted by someone else. Nothing was changed."
        case .albumGone(let typed?): "The album you named \(typed.quoted) was deleted by someone else."
        case .originalMissing(let name):
            "The original of \(name.quoted) is missing from the gallery's disk. Put the folder photos/originals back from a backup, or add the photo again."
        case .refused(let photos) where photos.count == 1: photos[0].sentence
        case .refused(let photos):
            "None of \(photos.count.counted("file")) was added. \(photos.prefix(3).map(\.sentence).joined(separator: " "))"
        case .someRefused(let photos):
            "The other files were added. \(photos.prefix(3).map(\.sentence).joined(separator: " "))"
        case .notByHand(let order):
            "Photos are ordered by \(order == .name ? "name" : "date") here, so nothing was moved. Choose “By hand” under “View options” to move them."
        case .foundBySearch:
            "These photos are the result of a search, so nothing was moved. Clear the search to move photos."
        case .diskFull: "The disk is full. Free some space, then try again; what was saved before is safe."
        }
    }

    /// - Parameter reason: The reason, as the end of a sentence.
    static func refused(_ name: String, because reason: String) -> String {
        "\(name.quoted) was not added: \(reason)."
    }

    static let fileTooLarge =
        "it is larger than \((PhotoLibrary.largestFile >> 30).formatted(.number)) GB, and no photograph is"

    /// The message about something that is not a picture file, after a drop or a paste.
    static func notAPicture(_ name: String?) -> String {
        "\(name.map { $0.onOneLine.shortened(to: 80).quoted } ?? "That") is not a picture, so it was not added. Photos takes pictures only."
    }

    /// The message about files that were lost before they were sent.
    ///
    /// - Parameters:
    ///   - names: The names of the first files, in quotation marks.
    ///   - count: The number of all files.
    static func notSent(_ names: [String], of count: Int) -> String {
        let more = count > names.count ? " and \((count - names.count).formatted(.number)) more" : ""
        return
            "\(names.joined(separator: ", "))\(more) had not been sent when the page was left, and the browser had no room to keep them. Choose them again."
    }
}
