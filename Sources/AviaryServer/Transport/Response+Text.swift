import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    static func redirect(to address: String) -> Response { Response(status: .seeOther, headers: [.location: address]) }

    /// - Parameter language: The language of the request, if the sentence is from its words; `nil` for a sentence that
    ///   is the same in all languages.
    static func sentence(
        _ sentence: String, status: HTTPResponse.Status, in language: PageLanguage? = nil
    ) -> Response {
        var response = Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
        response.headers[.contentLanguage] = language?.tag.languageCode
        return response
    }

    static func page(_ html: String, status: HTTPResponse.Status, language: String) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .contentLanguage: language.languageCode],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}
