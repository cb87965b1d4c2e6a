import AviaryProcesses

/// The running program.
public enum Program {
    /// The path of the program's file. Where the system can tell, it is valid also when the file was replaced or
    /// removed meanwhile.
    public static var path: String { ThisProgram.path }
}
