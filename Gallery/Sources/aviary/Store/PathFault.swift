import Foundation

/// The reason why the user of this program cannot use a path.
enum PathFault: Error, Hashable {
    /// What a user may do with a file or a folder.
    enum Right { case reading, writing }

    case missing(String)
    /// A symbolic link to a path at which nothing is.
    case brokenLink(String, to: String)
    case isNoFolder(String)
    /// The permissions of a file or a folder forbid it. It may be a folder above the one that was asked for.
    case forbidden(Right, String, owner: String)
    /// A folder of another user, who could not read what root writes there.
    case isOfOther(String, owner: String)

    /// Looks for a reason why a path cannot be used.
    ///
    /// - Parameter isFolder: Whether a folder has to be there.
    /// - Returns: `nil` if there is none. An attempt may fail all the same, for instance on a read-only disk.
    static func find(at path: String, for right: Right, isFolder: Bool = true) -> PathFault? {
        var info = stat()
        guard stat(path, &info) == 0 else { return reasonOfNothing(at: path, errno) }
        let isThereAFolder = info.st_mode & S_IFMT == S_IFDIR
        if isFolder, !isThereAFolder { return .isNoFolder(path) }
        let mode = (right == .reading ? R_OK : W_OK) | (isThereAFolder ? X_OK : 0)
        guard access(path, mode) != 0, errno == EACCES else { return nil }
        return .forbidden(right, path, owner: UserName.of(info.st_uid))
    }

    /// Looks for a reason why files cannot be written into a folder, which may have to be made.
    ///
    /// - Parameter isGallery: Whether the files are those of a gallery or a backup. Only their owner can read such files,
    ///   so root writes none into a folder of another user.
    static func find(writingInto folder: String, isGallery: Bool) -> PathFault? {
        if let fault = find(at: folder, for: .writing) {
            let parent = folderAbove(folder)
            guard case .missing = fault, parent != folder else { return fault }
            // Root may make a folder for itself below that of another user.
            return find(writingInto: parent, isGallery: false)
        }
        guard isGallery, geteuid() == 0, let owner = owner(of: folder), owner != 0 else { return nil }
        return .isOfOther(folder, owner: UserName.of(owner))
    }

    private static func reasonOfNothing(at path: String, _ code: Int32) -> PathFault {
        let manager = FileManager.default
        if let target = try? manager.destinationOfSymbolicLink(atPath: path) { return .brokenLink(path, to: target) }
        guard code == EACCES || code == ENOTDIR else { return .missing(path) }
        var above = folderAbove(path)
        while owner(of: above) == nil, above.count > 1 { above = folderAbove(above) }
        return code == ENOTDIR
            ? .isNoFolder(above) : .forbidden(.reading, above, owner: UserName.of(owner(of: above) ?? 0))
    }

    /// The user to whom a file or a folder belongs; `nil` if nothing is there, or if it cannot be looked at.
    static func owner(of path: String) -> uid_t? {
        var info = stat()
        return stat(path, &info) == 0 ? info.st_uid : nil
    }

    /// The folder of a path; `.` for a name alone.
    private static func folderAbove(_ path: String) -> String {
        let above = (path as NSString).deletingLastPathComponent
        return above.isEmpty ? "." : above
    }
}

/// Names of users, as `sudo -u` takes them.
enum UserName {
    /// The user of this process.
    static var current: String { of(geteuid()) }

    /// The name of a user; `#` and the number for a user without a name.
    static func of(_ number: uid_t) -> String {
        getpwuid(number).map { String(cString: $0.pointee.pw_name) } ?? "#\(number)"
    }
}
