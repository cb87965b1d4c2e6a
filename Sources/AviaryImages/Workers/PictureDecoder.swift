import AviaryVips

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Does one job in a worker.
struct PictureDecoder {
    private let job: WorkerJob

    init(_ job: WorkerJob) { self.job = job }

    /// - Parameters:
    ///   - bytes: The bytes that came with the job.
    ///   - file: The descriptor of the file that came with the job instead of bytes.
    func answer(_ bytes: [UInt8], file: CInt?) -> (answer: WorkerAnswer, image: [UInt8]) {
        do throws(ImageError) {
            guard let file else {
                return try bytes.withUnsafeBytes { bytes in
                    Result { () throws(ImageError) in try answer(bytes) }
                }.get()
            }
            let mapped = try MappedFile(file)
            defer { mapped.unmap() }
            return try answer(mapped.bytes)
        } catch {
            return (WorkerAnswer(failure: error), [])
        }
    }

    private func answer(
        _ bytes: UnsafeRawBufferPointer
    ) throws(ImageError) -> (answer: WorkerAnswer, image: [UInt8]) {
        if ExifDirectories.areTangled(in: bytes) {
            throw .notAPicture(reason: "its EXIF leads to itself again and again")
        }
        let header = try self.header(of: bytes)
        switch job.kind {
        case .facts: return (WorkerAnswer(facts: try facts(header, of: bytes)), [])
        case .image: return try image(header, of: bytes)
        }
    }

    private func header(of bytes: UnsafeRawBufferPointer) throws(ImageError) -> aviary_header {
        var header = aviary_header()
        try refusing { aviary_read_header(bytes.baseAddress, bytes.count, &header, $0, $1) }
        let (pixels, isMore) = Int(header.width).multipliedReportingOverflow(by: Int(header.height))
        guard !isMore, pixels <= job.maximumPixels else {
            throw .tooLarge(pixels: isMore ? .max : pixels, limit: job.maximumPixels)
        }
        return header
    }

    private func facts(
        _ header: aviary_header, of bytes: UnsafeRawBufferPointer
    ) throws(ImageError) -> PictureFacts {
        guard let kind = kind(of: header) else {
            throw .notAPicture(reason: "pictures of this kind are not read here")
        }
        let isTurned = (5...8).contains(header.orientation)
        let texts = try ExifTexts(of: bytes)
        return PictureFacts(
            kind: kind, width: Int(isTurned ? header.height : header.width),
            height: Int(isTurned ? header.width : header.height), hasAlpha: header.has_alpha != 0,
            exif: texts.texts, xmpTimes: texts.xmpTimes)
    }

    private func image(
        _ header: aviary_header, of bytes: UnsafeRawBufferPointer
    ) throws(ImageError) -> (answer: WorkerAnswer, image: [UInt8]) {
        var recipe = recipe(header)
        if let frame = PlainPNG(firstFrameOf: bytes) {
            recipe.is_mended = frame.lacksRows ? 1 : 0
            return try rendition(of: frame.bytes, recipe)
        }
        do { return try rendition(of: bytes, recipe) } catch {
            guard !job.isFetched else { throw error }
            let mended: [UInt8]
            if let png = PlainPNG(mending: bytes) {
                (mended, recipe.is_mended) = (png.bytes, 1)
            } else if let gif = MendedGIF(bytes) {
                (mended, recipe.is_mended) = (gif.bytes, gif.lacksRows ? 1 : 0)
            } else {
                throw error
            }
            return try rendition(of: mended, recipe)
        }
    }

    private func rendition(
        of bytes: [UInt8], _ recipe: aviary_recipe
    ) throws(ImageError) -> (answer: WorkerAnswer, image: [UInt8]) {
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(ImageError) in try rendition(of: bytes, recipe) }
        }.get()
    }

    /// The largest picture that is written without loss, in pixels. Writing takes 0.2 s for it.
    private static let mostLosslessPixels = 1 << 20

    /// A picture that is not made smaller keeps its edges and colors: small drawings exactly, other pictures in a higher
    /// quality.
    private func recipe(_ header: aviary_header) -> aviary_recipe {
        let hasOwnSize = job.format == .automatic && max(header.width, header.height) <= job.side
        // A WebP has sides of up to 16,383 pixels.
        let isDrawn = [.png, .gif].contains(kind(of: header)) && max(header.width, header.height) <= 16_383
        let format: CInt =
            switch job.format {
            case .automatic:
                hasOwnSize && isDrawn && Int(header.width) * Int(header.height) <= Self.mostLosslessPixels
                    ? CInt(AVIARY_LOSSLESS_WEBP) : -1
            case .jpeg: CInt(AVIARY_JPEG)
            case .webp: CInt(AVIARY_WEBP)
            case .pixels: CInt(AVIARY_PIXELS)
            }
        return aviary_recipe(
            side: CInt(clamping: job.side), quality: CInt(clamping: hasOwnSize ? max(job.quality, 92) : job.quality),
            format: format, keeps_colors: hasOwnSize ? 1 : 0, keeps_metadata: job.keepsMetadata ? 1 : 0,
            most_missing: job.isFetched ? 40 : 95, is_mended: 0)
    }

    private func rendition(
        of bytes: UnsafeRawBufferPointer, _ recipe: aviary_recipe
    ) throws(ImageError) -> (answer: WorkerAnswer, image: [UInt8]) {
        var rendition = aviary_rendition()
        try refusing { aviary_render(bytes.baseAddress, bytes.count, recipe, &rendition, $0, $1) }
        defer { aviary_free(rendition.bytes) }
        let contentType =
            switch rendition.format {
            case CInt(AVIARY_WEBP), CInt(AVIARY_LOSSLESS_WEBP): "image/webp"
            case CInt(AVIARY_PIXELS): "application/octet-stream"
            default: "image/jpeg"
            }
        let hex = String(rendition.color, radix: 16)
        let image = WorkerAnswer.Image(
            contentType: contentType, width: Int(rendition.width), height: Int(rendition.height),
            averageColor: "#" + String(repeating: "0", count: 6 - hex.count) + hex,
            isIncomplete: rendition.is_incomplete != 0)
        return (WorkerAnswer(image: image), Array(UnsafeBufferPointer(start: rendition.bytes, count: rendition.count)))
    }

    private func kind(of header: aviary_header) -> PictureFacts.Kind? {
        var header = header
        let loader = withUnsafeBytes(of: &header.loader) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return Self.kinds.first { loader.hasPrefix($0.loader) }?.kind
    }

    private static let kinds: [(loader: String, kind: PictureFacts.Kind)] = [
        ("jpegload", .jpeg), ("pngload", .png), ("webpload", .webp), ("gifload", .gif), ("heifload", .heif),
    ]
}

/// Calls a C function that reports an error as a line of text. Returns that line, or `nil` without an error.
func failure(of call: (UnsafeMutablePointer<CChar>, Int) -> CInt) -> String? {
    var text = [CChar](repeating: 0, count: 512)
    guard call(&text, text.count) != 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Calls a C function that reports an error as a line of text. Throws the error as an `ImageError`.
func refusing(_ call: (UnsafeMutablePointer<CChar>, Int) -> CInt) throws(ImageError) {
    guard let reason = failure(of: call) else { return }
    if reason.contains("out of memory") { throw .tooMuchMemory }
    throw .notAPicture(reason: reason.isEmpty ? "it is broken" : reason)
}
