import AviaryResults
import Foundation

extension LiveStore {
    /// Where files are received that people send.
    ///
    /// Where nothing may be written, nothing can be received either; the folder has to be somewhere.
    ///
    /// - Parameter folder: The folder for a store that can be written.
    func uploadFolder(in folder: String) -> String {
        isReadOnly ? FileManager.default.temporaryDirectory.path + "/aviary-\(UUID())" : folder
    }
}
