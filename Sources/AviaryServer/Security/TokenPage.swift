/// The pages of a visitor on the way in. No style and no script: they must work where nothing else does yet.
enum TokenPage {
    static func sentence(wrong: Bool) -> String {
        wrong
            ? "That is not this server's token."
            : "This server asks for its token; it was shown where the server was started."
    }

    static func form(next: String, wrong: Bool) -> String {
        page(
            """
            <main><h1>Token</h1><p>\(sentence(wrong: wrong))</p>
            <form method="post" action="\(AccessPolicy.formPath)">
            <input type="hidden" name="next" value="\(next.htmlEscaped)">
            <label>Token <input type="password" name="token" autocomplete="current-password" required autofocus></label>
            <button>Open</button></form>
            <p><a href="\(next.htmlEscaped)">I have been here before</a></p></main>
            """)
    }

    /// Goes on to `next` from a page of this server, so that the browser brings its cookie.
    static func comeAgain(next: String) -> String {
        page(
            "<main><p><a href=\"\(next.htmlEscaped)\">Go on</a></p></main>",
            head: "<meta http-equiv=\"refresh\" content=\"0; url=\(next.htmlEscaped)\">")
    }

    private static func page(_ body: String, head: String = "") -> String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Aviary</title>\
        <meta name="viewport" content="width=device-width">\(head)</head><body>\(body)</body></html>
        """
    }
}
