import Foundation

/// How much more memory the process had at its peak while something was done than before it; `nil` off Linux.
func peakMemory<T>(during body: () -> T) -> Int? {
    releaseFreeMemory()
    // Makes the kernel forget the peak so far.
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return nil }
    file.write(Data("5".utf8))
    guard let before = processMemory("VmRSS") else { return nil }
    withExtendedLifetime(body()) {}
    return processMemory("VmHWM").map { $0 - before }
}

/// One of the sizes that the kernel tells of this process, in bytes.
func processMemory(_ name: String) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") })
    else { return nil }
    return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
}

/// Gives back what the allocator keeps for later, which would hide what is allocated next. Glibc's, where there is one.
func releaseFreeMemory() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
}
