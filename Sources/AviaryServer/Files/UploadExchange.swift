import AviaryText
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

/// Handles one request of an upload.
struct UploadExchange {
    let store: UploadStore
    let request: Request
    let sender: Sender
    private let language: PageLanguage
    private var words: Words { language.words }

    init(_ store: UploadStore, _ request: Request, _ context: LiveRequestContext) {
        (self.store, self.request) = (store, request)
        (sender, language) = (context.sender, context.language)
    }

    /// Begins a new file, and stores the bytes of this request.
    @concurrent
    func begin(at path: String) async -> Response {
        var body = request.body.makeAsyncIterator()
        var begun: String?
        do {
            let isWhole = request.headers[.uploadComplete] != "?0"
            let field = request.headers[.uploadLength] ?? (isWhole ? request.headers[.contentLength] : nil)
            guard let length = field.flatMap({ Int64($0) }), length >= 0 else { throw UploadError.lengthMissing }
            let name = request.headers[.contentDisposition].flatMap(ContentDisposition.name(in:)) ?? ""
            let type = ContentType.cleaned(request.headers[.contentType])
            guard store.upload.takes(type) else { throw UploadError.wrongType }
            let id = try await store.begin(name: name, type: type, length: length, by: sender)
            begun = id
            let file = try await store.find(id, by: sender)
            let offset = try await receive(&body, into: file, id, file.takeTurn())
            var response = answer(.created, offset, of: length)
            response.headers[.location] = "\(path)/\(id)"
            response.headers[.uploadLimit] = "max-size=\(store.upload.limits.file)"
            return response
        } catch {
            // If the upload has begun, the browser does not know its name yet, and cannot continue it. So the file is
            // removed.
            if let begun { await store.discard(begun) }
            return await refusal(error, &body)
        }
    }

    /// Stores the next part of a file.
    @concurrent
    func goOn(with id: String) async -> Response {
        var body = request.body.makeAsyncIterator()
        do {
            guard request.headers[.contentType] == "application/partial-upload" else { throw UploadError.notPartial }
            guard let offset = request.headers[.uploadOffset].flatMap({ Int64($0) }) else {
                throw UploadError.offsetMissing
            }
            let file = try await store.find(id, by: sender)
            let turn = try await takeTurn(of: file)
            guard offset == turn.offset else { throw UploadError.wrongOffset(turn.offset) }
            let end = try await receive(&body, into: file, id, turn)
            return answer(.noContent, end, of: file.facts.length)
        } catch {
            // After such an error the file can never be completed, so it is removed.
            if [UploadError.full, .tooLong, .lost].contains(error as? UploadError) { try? await store.remove(id) }
            return await refusal(error, &body)
        }
    }

    /// Answers with the size that has arrived. It takes the turn, so an earlier request that still sends, for instance
    /// on a lost connection, appends nothing more.
    @concurrent
    func answerOffset(of id: String) async -> Response {
        do {
            let file = try await store.find(id, by: sender)
            var response = answer(.noContent, try await takeTurn(of: file).offset, of: file.facts.length)
            response.headers[.uploadLength] = "\(file.facts.length)"
            return response
        } catch {
            return Response(status: (error as? UploadError)?.status ?? .internalServerError)
        }
    }

    @concurrent
    func cancel(_ id: String) async -> Response {
        var body = request.body.makeAsyncIterator()
        do {
            _ = try await store.find(id, by: sender)
            try await store.remove(id)
            return Response(status: .noContent)
        } catch {
            return await refusal(error, &body)
        }
    }

    /// Takes the files of a form that an installed app gets from other programs.
    ///
    /// The form is stored before its files are, because only its end tells how long they are.
    ///
    /// - Parameters:
    ///   - visitor: The visitor who shares the files.
    ///   - describe: Returns the sentence for a person about an error.
    ///   - page: Makes a page with a sentence.
    @concurrent
    func share(
        with sharing: FileSharing, of visitor: Visitor?, describe: @Sendable (any Error) -> String,
        page: @Sendable (String, HTTPResponse.Status) -> Response
    ) async -> Response {
        var body = request.body.makeAsyncIterator()
        var begun: [String] = []
        var response: Response
        do {
            guard let boundary = request.headers[.contentType].flatMap(MultipartForm.boundary) else {
                throw UploadError.wrongType
            }
            guard let length = request.headers[.contentLength].flatMap({ Int64($0) }), length >= 0 else {
                throw UploadError.lengthMissing
            }
            let id = try await store.begin(name: "", type: "multipart/form-data", length: length, by: sender)
            begun.append(id)
            let file = try await store.find(id, by: sender)
            guard try await receive(&body, into: file, id, file.takeTurn()) == length else {
                throw UploadError.interrupted
            }
            let files = try await stage(try await store.claim(id, by: visitor), boundary, of: visitor, &begun)
            let address = files.isEmpty ? sharing.page : try await sharing.receive(files, visitor)
            response = .redirect(to: address.description)
        } catch {
            await drop(&body)
            response = page(describe(error), (error as? UploadError)?.status ?? .unprocessableContent)
        }
        for id in begun { await store.discard(id) }
        return response
    }

    /// Makes a file of each file in a form.
    ///
    /// - Parameter begun: Gets their names, also when an error is thrown.
    @concurrent
    private func stage(
        _ form: UploadedFile, _ boundary: String, of visitor: Visitor?, _ begun: inout [String]
    ) async throws -> [UploadedFile] {
        let (bytes, parts) = try await NIOThreadPool.singleton.runIfActive {
            let bytes = try Data(contentsOf: URL(filePath: form.path), options: .alwaysMapped)
            guard let form = MultipartForm(bytes, boundary: boundary) else { throw UploadError.wrongType }
            return (bytes, form.files)
        }
        var files: [UploadedFile] = []
        for part in parts {
            guard store.upload.takes(part.type) else { throw UploadError.wrongType }
            let id = try await store.begin(
                name: part.name, type: part.type, length: Int64(part.range.count), by: sender)
            begun.append(id)
            let file = try await store.find(id, by: sender)
            try await NIOThreadPool.singleton.runIfActive {
                let turn = file.takeTurn()
                for start in stride(from: part.range.lowerBound, to: part.range.upperBound, by: writeSize) {
                    let piece = bytes[start..<min(start + writeSize, part.range.upperBound)]
                    _ = try file.append(ByteBuffer(bytes: piece), in: turn)
                }
            }
            store.touch(id, received: Int64(part.range.count))
            files.append(try await store.claim(id, by: visitor))
        }
        return files
    }

    /// Takes the turn, once the current write of the previous request has finished.
    @concurrent
    private func takeTurn(of file: StagedFile) async throws -> StagedFile.Turn {
        try await NIOThreadPool.singleton.runIfActive { file.takeTurn() }
    }

    /// Appends the body to the file until the request ends. If the connection is lost, the bytes that came before are
    /// kept, and `interrupted` is thrown.
    @concurrent
    private func receive(
        _ body: inout RequestBody.AsyncIterator, into file: StagedFile, _ id: String, _ turn: StagedFile.Turn
    ) async throws -> Int64 {
        var offset = turn.offset
        var waiting = ByteBuffer()
        var loss: (any Error)?
        repeat {
            var isEnd = false
            do {
                if var part = try await body.next() { waiting.writeBuffer(&part) } else { isEnd = true }
            } catch {
                loss = error
                isEnd = true
            }
            guard isEnd || waiting.readableBytes >= writeSize else { continue }
            if waiting.readableBytes > 0 {
                let bytes = waiting
                offset = try await Task.detached {
                    try await NIOThreadPool.singleton.runIfActive { try file.append(bytes, in: turn) }
                }.value
                waiting.clear()
                store.touch(id, received: offset)
            }
            if isEnd { break }
        } while true
        if loss != nil { throw UploadError.interrupted }
        return offset
    }

    private func answer(_ status: HTTPResponse.Status, _ offset: Int64, of length: Int64) -> Response {
        Response(
            status: status,
            headers: [
                .uploadOffset: "\(offset)", .uploadComplete: offset == length ? "?1" : "?0", .cacheControl: "no-store",
            ])
    }

    /// Reads and drops some of the body before an error is answered. Otherwise a browser that is still sending would
    /// treat the answer as a lost connection.
    @concurrent
    private func drop(_ body: inout RequestBody.AsyncIterator) async {
        var dropped = 0
        while dropped < mostDropped, let part = try? await body.next() { dropped += part.readableBytes }
    }

    /// Answers with an error.
    @concurrent
    private func refusal(_ error: any Error, _ body: inout RequestBody.AsyncIterator) async -> Response {
        await drop(&body)
        guard let error = error as? UploadError else {
            store.logger.error("A file could not be taken", metadata: ["error": .outside(error)])
            return .sentence(words.uploads.notStored, status: .internalServerError, in: language)
        }
        var response = Response.sentence(error.sentence(in: words), status: error.status, in: language)
        if case .wrongOffset(let offset) = error { response.headers[.uploadOffset] = "\(offset)" }
        if case .tooMany = error { response.headers[.retryAfter] = "10" }
        return response
    }
}

/// The number of bytes that are written to the disk at a time.
private let writeSize = 256 << 10
/// The most bytes of a refused request that are read and dropped.
private let mostDropped = 1 << 20
