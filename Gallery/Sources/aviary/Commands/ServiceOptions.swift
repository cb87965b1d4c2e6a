import ArgumentParser
import Foundation
import Logging

/// The options that decide where the photographs of the Photorama room come from.
struct ServiceOptions: ParsableArguments {
    enum Service: String, ExpressibleByArgument, CaseIterable { case embedded, flickr, openverse }

    @Option(
        help: """
            Where Photorama's photographs come from: embedded (generated, without a network), flickr or openverse. \
            By default embedded, or flickr where another option names it.
            """)
    var service: Service?

    @Option(
        help: """
            Your key for Flickr's API. Other users of this machine can see it among the processes: the variable \
            AVIARY_FLICKR_KEY hides it.
            """)
    var flickrKey: String?

    @Option(help: "The address of another server that speaks the REST form of Flickr's API.", transform: read)
    var flickrEndpoint: URL?

    @Flag(help: "The embedded service has the photographs of the room Photos, instead of generated ones.")
    var embeddedPhotos = false

    func validate() throws {
        if flickrKey?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--flickr-key is empty.") }
        if service == .embedded || service == .openverse, flickrKey != nil || flickrEndpoint != nil {
            throw ValidationError("--flickr-key and --flickr-endpoint go with --service flickr.")
        }
        try validate(hasClient: Self.hasClient)
    }

    /// The service that the options name.
    private var named: Service { service ?? (flickrKey != nil || flickrEndpoint != nil ? .flickr : .embedded) }

    /// Refuses a service on the web in a program without an HTTP client.
    func validate(hasClient: Bool) throws {
        if !hasClient, named != .embedded { throw ValidationError(PhotoramaWords.notBuilt(for: named.rawValue)) }
    }

    private static var hasClient: Bool {
        #if Web
            true
        #else
            false
        #endif
    }

    private static func read(_ text: String) throws -> URL {
        guard let url = WebAddress.reading(text) else {
            throw ValidationError("--flickr-endpoint is an address of http or https.")
        }
        return url
    }

    /// Makes the embedded service.
    ///
    /// - Parameter library: The photographs of the Photos room, which the service may offer.
    func embedded(_ library: PhotoLibrary) -> EmbeddedEndpoint {
        embeddedPhotos ? EmbeddedEndpoint(ImportedPictures(library: library)) : EmbeddedEndpoint()
    }

    /// Makes the service that the options name.
    ///
    /// - Parameter environment: The environment variables. They may have the key, if no option gives it.
    func make(
        by embedded: EmbeddedEndpoint, logger: Logger,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> any PhotoService {
        let fetching = RoutedFetching(embedded: embedded, web: client(logger))
        switch named {
        case .embedded: return FlickrService(embedded: fetching, hasSamples: !embeddedPhotos)
        case .openverse: return OpenverseService(by: fetching)
        case .flickr: return FlickrService(at: try endpoint, key: key(in: environment), by: fetching)
        }
    }

    /// The key for Flickr's API. It is sent to the endpoint only.
    func key(in environment: [String: String]) -> String? {
        flickrKey ?? environment["AVIARY_FLICKR_KEY"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private var endpoint: URL {
        get throws {
            guard let url = flickrEndpoint ?? URL(string: FlickrService.standardEndpoint) else {
                throw PhotoServiceError.forbiddenAddress(.list)
            }
            return url
        }
    }

    private func client(_ logger: Logger) -> (any Fetching)? {
        #if Web
            return WebFetching(endpoint: flickrEndpoint, logger: logger)
        #else
            return nil
        #endif
    }
}
