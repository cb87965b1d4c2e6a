import ArgumentParser
import Foundation
import Logging

/// The options that decide where the photographs of the Photorama room come from.
struct ServiceOptions: ParsableArguments {
    @Option(
        help: """
            Where Photorama's photographs come from: embedded (generated, without a network), flickr or openverse. \
            By default flickr where another option names it, or else what was chosen in the room, or else embedded.
            """)
    var service: ServiceKind?

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
    private var named: ServiceKind { service ?? (flickrKey != nil || flickrEndpoint != nil ? .flickr : .embedded) }

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

    /// Makes the service that the options name. Without such an option, people choose the service in the room, if the
    /// program has an HTTP client.
    func choice(in gallery: Gallery, by embedded: EmbeddedEndpoint, logger: Logger) throws -> ServiceChoice {
        let isNamed = service != nil || flickrKey != nil || flickrEndpoint != nil || embeddedPhotos
        guard !isNamed, Self.hasClient else { return ServiceChoice(try make(by: embedded, logger: logger)) }
        let fetching = RoutedFetching(embedded: embedded, web: client(logger))
        let environment = ProcessInfo.processInfo.environment
        var stored: ServiceSettings?
        do { stored = try ServiceChoice.stored(in: gallery.directory) } catch {
            logger.warning("\(PhotoramaWords.choiceIsUnreadable)", metadata: ["error": "\(error)"])
        }
        return try ServiceChoice(stored, in: gallery.directory) { settings in
            try make(settings.service, by: fetching, key: settings.key ?? key(in: environment))
        }
    }

    /// Makes the service that the options name.
    ///
    /// - Parameter environment: The environment variables. They may have the key, if no option gives it.
    func make(
        by embedded: EmbeddedEndpoint, logger: Logger,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> any PhotoService {
        let fetching = RoutedFetching(embedded: embedded, web: client(logger))
        return try make(named, by: fetching, key: key(in: environment))
    }

    private func make(_ service: ServiceKind, by fetching: RoutedFetching, key: String?) throws -> any PhotoService {
        switch service {
        case .embedded: FlickrService(embedded: fetching, hasSamples: !embeddedPhotos)
        case .openverse: OpenverseService(by: fetching)
        case .flickr: FlickrService(at: try endpoint, key: key, by: fetching)
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

extension ServiceKind: ExpressibleByArgument {}
