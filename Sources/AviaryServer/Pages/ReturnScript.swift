import Foundation

/// The one script that stands in the page itself: a page that is scrolled on its return does not show its top first.
///
/// It runs before anything is painted, which a file could not without holding up every first paint. The policy knows it
/// by its hash, and lets no other through.
enum ReturnScript {
    static let text =
        "try{JSON.parse(sessionStorage[history.state.aviary])[1]>0&&(document.documentElement.dataset.returning=\"\")}catch{}"

    static let source = "'sha256-\(Data(Digest.sha256(Array(text.utf8))).base64EncodedString())'"
}
