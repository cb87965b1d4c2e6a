import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

/// Handles one request of an upload.
struct UploadExchange {
    let store: UploadStore
    let sender: Sender
    let request: Request

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
            // The browser does not know the name of this upload yet, so it cannot continue the upload. So the file is
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
    func tell(of id: String) async -> Response {
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

    /// Answers with an error. Some of the body is read and dropped first. Otherwise a browser that is still sending
    /// would treat the answer as a lost connection.
    @concurrent
    private func refusal(_ error: any Error, _ body: inout RequestBody.AsyncIterator) async -> Response {
        var dropped = 0
        while dropped < mostDropped, let part = try? await body.next() { dropped += part.readableBytes }
        guard let error = error as? UploadError else {
            store.logger.error("A file could not be taken", metadata: ["error": .outside(error)])
            return .sentence(store.words.notKept, status: .internalServerError)
        }
        var response = Response.sentence(store.words.sentence(about: error), status: error.status)
        if case .wrongOffset(let offset) = error { response.headers[.uploadOffset] = "\(offset)" }
        if case .tooMany = error { response.headers[.retryAfter] = "10" }
        return response
    }
}

/// The number of bytes that are written to the disk at a time.
private let writeSize = 256 << 10
/// The most bytes of a refused request that are read and dropped.
private let mostDropped = 1 << 20
