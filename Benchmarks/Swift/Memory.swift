import Foundation

/// The peak memory of the process during some work, minus its memory before; `nil` on systems other than Linux.
func peakMemory<T>(during body: () -> T) -> Int? {
    releaseFreeMemory()
    // Resets the peak that the kernel remembers.
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return nil }
    file.write(Data("5".utf8))
    guard let before = processMemory("VmRSS") else { return nil }
    withExtendedLifetime(body()) {}
    return processMemory("VmHWM").map { $0 - before }
}

/// One of the kernel's memory figures for this process, in bytes.
func processMemory(_ name: String) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") })
    else { return nil }
    return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
}

/// Returns the allocator's free memory to the system, because later allocations would reuse it and not show. Works with
/// glibc only.
func releaseFreeMemory() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
}
