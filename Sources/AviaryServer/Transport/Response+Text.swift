import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    static func redirect(to address: String) -> Response { Response(status: .seeOther, headers: [.location: address]) }

    static func sentence(_ sentence: String, status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
    }

    static func page(_ html: String, status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}
