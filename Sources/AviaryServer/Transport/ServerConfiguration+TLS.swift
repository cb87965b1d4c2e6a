import NIOSSL

extension ServerConfiguration.TLSFiles {
    /// Reads the files and tries them.
    func makeTLSConfiguration() throws(ServerError) -> TLSConfiguration {
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
