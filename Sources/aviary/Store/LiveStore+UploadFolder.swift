import AviaryResults
import Foundation

extension LiveStore {
    /// The folder that receives the files which people upload.
    ///
    /// A read-only store accepts no uploads, but the folder must have a path, so a temporary one is named.
    ///
    /// - Parameter folder: The folder for a store that can be written.
    func uploadFolder(in folder: String) -> String {
        isReadOnly ? FileManager.default.temporaryDirectory.path + "/aviary-\(UUID())" : folder
    }
}
