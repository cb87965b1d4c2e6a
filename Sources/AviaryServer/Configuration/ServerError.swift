import AviaryText
import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An error because of which a server cannot start, or cannot send a message. Its `description` says what to do.
public enum ServerError: Error {
    /// Another program listens on the port.
    case portTaken(host: String, port: Int)
    /// This user may not listen on the port. Ports below 1024 often need a privilege.
    case portNotPermitted(port: Int)
    /// The port is not in 0...65535.
    case portOutOfRange(port: Int)
    /// The host has no address, or an address of another machine.
    case addressUnavailable(host: String, port: Int, underlying: any Error)
    /// The certificate file cannot be read, or is not PEM.
    case certificateUnreadable(path: String, underlying: any Error)
    /// The private key file cannot be read, is not PEM, or is encrypted.
    case keyUnreadable(path: String, underlying: any Error)
    /// Both files were read, but TLS rejects them. Most often the key belongs to another certificate.
    case certificateRefused(certificate: String, key: String, underlying: any Error)
    /// The configuration asks for TLS, but the program was built without the trait `TLS`.
    case tlsNotBuilt
    /// A token is too short, or has a character that a URL would have to escape.
    case tokenUnusable
    /// A text in `allowedHosts` is not a host name.
    case hostNameUnusable(String)
    /// A text in `proxies` is not an IP address.
    case proxyUnusable(String)
    /// A text is not the name of a header.
    case headerUnusable(String)
    /// This process may open too few files for a server to start.
    ///
    /// - Parameter missing: The number of further files that it needs.
    case tooFewFiles(missing: Int)
    /// The folder for uploads cannot be created or written.
    case folderUnusable(path: String, underlying: any Error)
    /// The connection of a socket is closed: by the peer, by the server, or by a limit.
    case connectionClosed
}

extension ServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .portTaken(let host, let port):
            "Port \(port) of \(host) is already in use; stop the other program or choose another port."
        case .portNotPermitted(let port):
            "You aren't allowed to listen on port \(port). Choose one above 1023."
        case .portOutOfRange(let port):
            "\(port) is not a port; choose one from 1 to 65535, or 0 for any."
        case .addressUnavailable(let host, let port, let underlying):
            "Cannot listen on \(host), port \(port): it isn't an address of this machine (\(underlying))."
        case .certificateUnreadable(let path, let underlying):
            "Cannot read a certificate from \(path); give a PEM file this user may read (\(underlying))."
        case .keyUnreadable(let path, let underlying):
            "Cannot read a private key from \(path); give an unencrypted PEM file this user may read (\(underlying))."
        case .certificateRefused(let certificate, let key, let underlying):
            "The certificate \(certificate) and the key \(key) do not work together; give a pair (\(underlying))."
        case .tlsNotBuilt:
            """
            This program was built without TLS. Build it with the trait TLS: in a package that depends on Aviary, name it \
            there, .package(…, traits: [.defaults, "TLS"]); in Aviary's own, swift build -c release --traits Server,TLS.
            """
        case .tokenUnusable:
            "A token is at least \(AccessToken.minimumLength) letters, digits or any of - . _ ~, for example four words. Leave it out to have one made."
        case .hostNameUnusable(let name):
            "“\(name)” is not a host name; write it as in an address, for example gallery.example.org or 192.168.1.5:8080."
        case .proxyUnusable(let text):
            "“\(text)” is not an address; name a proxy by its IP address, for example 172.17.0.2."
        case .headerUnusable(let name):
            "“\(name)” is not the name of a header; write it as the proxy sends it, for example X-Forwarded-User."
        case .tooFewFiles(let missing):
            "This process may open too few files to serve: \(missing) more are needed. Raise its limit, for example with ulimit -n 1024."
        case .folderUnusable(let path, let underlying):
            "Cannot keep files in \(path): \(underlying.reasonOfFileFault). Name a folder that this user may write."
        case .connectionClosed:
            "The connection is closed; its page will connect again by itself."
        }
    }
}

extension ServerError {
    /// Translates an error of binding; `nil` for any other error.
    init?(binding host: String, port: Int, error: any Error) {
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            self = .portTaken(host: host, port: port)
        case let error as IOError where error.errnoCode == EACCES:
            self = .portNotPermitted(port: port)
        case is IOError, is SocketAddressError, is SocketAddressError.UnknownHost:
            self = .addressUnavailable(host: host, port: port, underlying: error)
        default:
            return nil
        }
    }
}
