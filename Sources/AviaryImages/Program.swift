import AviaryProcesses

/// This program.
public enum Program {
    /// Its path, also when its file was replaced or removed meanwhile, where the system can tell.
    public static var path: String { ThisProgram.path }
}
