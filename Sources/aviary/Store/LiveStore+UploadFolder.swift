import AviaryResults
import Foundation

extension LiveStore {
    /// The folder that receives the files that people upload.
    ///
    /// A read-only store accepts no uploads, but an upload needs a path. So the method returns the path of a temporary
    /// folder, and does not make the folder.
    ///
    /// - Parameter folder: The folder, unless the store is read-only.
    func uploadFolder(in folder: String) -> String {
        isReadOnly ? FileManager.default.temporaryDirectory.path + "/aviary-\(UUID())" : folder
    }
}
