import AviaryText

/// The pages for signing in and out. They must work before other files can be loaded. So their style sheet is inline,
/// and they have at most one small script, which is inline, too.
enum TokenPage {
    static func form(
        next: String, need: TokenNeed, words: Words, nonce: PageNonce, prefix: PathPrefix = .none
    ) -> String {
        page(
            """
            <main><h1>\(words.access.title.htmlEscaped)</h1><p>\(words.access.sentence(need).htmlEscaped)</p>
            <form method="post" action="\(prefix.added(to: ServerPaths.token))">
            <input type="hidden" name="next" value="\(next.htmlEscaped)">
            <label>\(words.access.token.htmlEscaped) <input type="password" name="token" autocomplete="current-password" required autofocus></label>
            <button>\(words.access.open.htmlEscaped)</button></form>
            <p><a href="\(prefix.added(to: next).htmlEscaped)">\(words.access.hasBeenHere.htmlEscaped)</a></p></main>
            """, words, nonce: nonce)
    }

    /// - Parameter browsers: The number of browsers that are signed in.
    static func session(
        browsers: Int, words: Words, nonce: PageNonce, prefix: PathPrefix = .none
    ) -> String {
        page(
            """
            <main><h1>\(words.access.title.htmlEscaped)</h1><p>\(words.access.signedIn(browsers).htmlEscaped)</p>
            <form method="post" action="\(prefix.added(to: ServerPaths.token))">
            <button name="end" value="this">\(words.access.signOut.htmlEscaped)</button>
            <button name="end" value="all" class="plain">\(words.access.signOutEverywhere.htmlEscaped)</button></form>
            <p>\(words.access.signOutNote.htmlEscaped)</p>
            <p><a href="\(prefix.added(to: "/"))">\(words.access.start.htmlEscaped)</a></p></main>
            """, words, nonce: nonce)
    }

    static func full(words: Words, nonce: PageNonce) -> String {
        page(
            """
            <main><h1>\(words.access.title.htmlEscaped)</h1><p>\(words.access.serverIsFull.htmlEscaped)</p>
            <p><a href="">\(words.access.tryAgain.htmlEscaped)</a></p></main>
            """, words, nonce: nonce)
    }

    /// The page for a visitor who is not let in.
    static func refusal(_ sentence: String, words: Words, nonce: PageNonce) -> String {
        page(
            """
            <main><h1>\(words.access.title.htmlEscaped)</h1><p>\(sentence.htmlEscaped)</p>
            <p><a href="">\(words.access.tryAgain.htmlEscaped)</a></p></main>
            """, words, nonce: nonce)
    }

    private static let sheet = """
        :root{color-scheme:light dark;font:100%/1.4 system-ui,sans-serif;background:light-dark(#fff,#101010);\
        color:light-dark(#1a1a1a,#f4f4f4)}body{margin:0}\
        main{display:grid;gap:1rem;place-content:center;min-height:100dvh;max-width:24rem;margin:auto;padding:0 1.5rem;\
        box-sizing:border-box}h1,p{margin:0}form,label{display:grid;gap:.5rem}\
        input,button{font:inherit;min-height:2.75rem;border-radius:.75rem;padding:0 .875rem}\
        input{border:1px solid light-dark(#8a8a8a,#7a7a7a);background:none;color:inherit}\
        button{border:0;margin-top:.5rem;background:light-dark(#1a1a1a,#f4f4f4);color:light-dark(#fff,#101010)}\
        .plain{background:none;color:inherit;border:1px solid light-dark(#8a8a8a,#7a7a7a);margin:0}\
        a{color:light-dark(#0a5fe0,#7fb0ff)}\
        :focus-visible{outline:3px solid light-dark(#0a5fe0,#2f7cf6);outline-offset:2px}
        """

    /// A page of this server that leads on to `next`, so that the browser sends its cookie.
    static func comeAgain(next: String, words: Words, prefix: PathPrefix) -> String {
        let next = prefix.added(to: next).htmlEscaped
        return page(
            "<main><p><a href=\"\(next)\">\(words.access.goOn.htmlEscaped)</a></p></main>", words,
            head: "<meta http-equiv=\"refresh\" content=\"0; url=\(next)\">")
    }

    private static func page(_ body: String, _ words: Words, nonce: PageNonce) -> String {
        page(body, words, head: "<style nonce=\"\(nonce)\">\(sheet)</style>\(InlineScript.leaving.markup)")
    }

    private static func page(_ body: String, _ words: Words, head: String) -> String {
        """
        <!doctype html><html \(words.language.pageAttributes)><head><meta charset="utf-8">\
        <title>\(words.access.title.htmlEscaped)</title>\
        <meta name="viewport" content="width=device-width, initial-scale=1">\
        <meta name="color-scheme" content="light dark">\(head)</head><body>\(body)</body></html>
        """
    }
}
