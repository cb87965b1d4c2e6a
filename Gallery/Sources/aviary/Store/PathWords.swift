import AviaryText

/// The sentences about paths that cannot be used.
enum PathWords {
    static func sentence(about fault: PathFault) -> String {
        switch fault {
        case .missing(let path): "There is no file or folder \(path.quoted)."
        case .leadsNowhere(let path, let target):
            "\(path.quoted) is a link to \(target.quoted), which is not there."
        case .isNoFolder(let path): "\(path.quoted) is no folder."
        case .forbidden(let right, let path, let owner):
            "The user \(UserName.current) may not \(right == .reading ? "read" : "write to") \(path.quoted), which belongs to \(owner)."
        case .isOfOther(let path, let owner):
            "\(path.quoted) belongs to \(owner), who could not read the files that root adds."
        }
    }

    /// Says how the command is run as the owner of a path.
    static func run(as owner: String) -> String {
        if owner == UserName.current { return "Change its permissions." }
        return "Run \(owner == "root" ? "sudo" : "sudo -u \(owner)") aviary … instead."
    }
}
