import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A reserved port of this machine without a listener. Each connection is refused until the port is released.
package struct SilentPort {
    package let number: Int
    private let file: Int32

    package init() throws {
        #if canImport(Glibc)
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let file = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(file, name, size) == 0 ? getsockname(file, name, &size) : -1
            }
        }
        guard result == 0 else {
            let cause = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            close(file)
            throw cause
        }
        self.file = file
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Releases the port. From here on others may use it.
    package func release() { close(file) }
}
