import AviaryProcesses

/// The running program.
public enum Program {
    /// The path of the program's file. On systems that support it, the path stays valid after the file was replaced or
    /// removed.
    public static var path: String { ThisProgram.path }
}
