import HummingbirdCore
import NIOCore

// The one file that knows NIOSSL, which takes longer to build than the rest of the server. Without the trait `TLS`
// nothing of it is built or fetched.
#if TLS
    import HummingbirdTLS
    import NIOSSL

    extension ServerConfiguration.TLSFiles {
        /// A server that speaks TLS. The files are read and tried.
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
        /// Closes without the goodbye of TLS, for which a silent peer would be waited. On the channel's event loop.
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
        /// Closes at once. On the channel's event loop.
        func closeWithoutGoodbye() { close(promise: nil) }
    }
#endif
