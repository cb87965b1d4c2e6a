import AviaryText

/// The sentences about paths that cannot be used.
enum PathWords {
    static func sentence(about fault: PathFault) -> String {
        switch fault {
        case .missing(let path): "There is no file or folder \(quoted(path))."
        case .brokenLink(let path, let target):
            "\(quoted(path)) is a link to \(quoted(target)), which is not there."
        case .isNoFolder(let path): "\(quoted(path)) is no folder."
        case .forbidden(let right, let path, let owner):
            "The user \(UserName.current) may not \(right == .reading ? "read" : "write to") \(quoted(path)), which belongs to \(owner)."
        case .isOfOther(let path, let owner):
            "\(quoted(path)) belongs to \(owner), who could not read the files that root adds."
        }
    }

    /// A path in quotation marks, at full length. A name of a person's would be shortened.
    static func quoted(_ path: String) -> String { "“\(path.onOneLine)”" }

    /// Says how the command is run as the owner of a path.
    static func run(as owner: String) -> String {
        if owner == UserName.current { return "Change its permissions." }
        return "Run \(owner == "root" ? "sudo" : "sudo -u \(owner)") aviary … instead."
    }
}
