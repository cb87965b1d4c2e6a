import AviaryImages

/// A program that does nothing but be a worker, for the tests of image pipelines.
@main
enum ImageDesk {
    static func main() { ImageWorker.runIfStartedAsWorker() }
}
