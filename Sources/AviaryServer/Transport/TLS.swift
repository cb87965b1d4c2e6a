import HummingbirdCore
import NIOCore

// Only this file uses NIOSSL, which takes longer to build than the rest of the server. Without the trait `TLS` it is
// neither fetched nor built.
#if TLS
    import HummingbirdTLS
    import NIOSSL

    extension ServerConfiguration.TLSFiles {
        /// A server that uses TLS. The files are read and checked.
        func secure(_ server: HTTPServerBuilder) throws(ServerError) -> HTTPServerBuilder {
            do {
                return try .tls(server, tlsConfiguration: makeTLSConfiguration())
            } catch let error as ServerError {
                throw error
            } catch {
                throw .certificateRefused(certificate: certificate, key: key, underlying: error)
            }
        }

        private func makeTLSConfiguration() throws(ServerError) -> TLSConfiguration {
            let chain: [NIOSSLCertificate]
            do {
                chain = try NIOSSLCertificate.fromPEMFile(certificate)
            } catch {
                throw .certificateUnreadable(path: certificate, underlying: error)
            }
            let privateKey: NIOSSLPrivateKey
            do {
                privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
            } catch {
                throw .keyUnreadable(path: key, underlying: error)
            }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            do {
                _ = try NIOSSLContext(configuration: configuration)
            } catch {
                throw .certificateRefused(certificate: certificate, key: key, underlying: error)
            }
            return configuration
        }
    }

    extension Channel {
        /// Closes without the TLS closing handshake, which would wait for a silent peer. Call it on the channel's
        /// event loop.
        func closeWithoutGoodbye() {
            if let tls = try? pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) {
                tls.close(promise: nil)
            } else {
                close(promise: nil)
            }
        }
    }
#else
    extension ServerConfiguration.TLSFiles {
        func secure(_ server: HTTPServerBuilder) throws(ServerError) -> HTTPServerBuilder { throw .tlsNotBuilt }
    }

    extension Channel {
        /// Closes at once. Call it on the channel's event loop.
        func closeWithoutGoodbye() { close(promise: nil) }
    }
#endif
