/// The pages of a visitor on the way in. Their style is within, and no script but that which goes back from them: they must
/// work where nothing else does yet.
enum TokenPage {
    static func sentence(_ need: TokenNeed) -> String {
        switch need {
        case .missing: "This server asks for its token. It was shown where the server was started."
        case .wrong: "That is not this server's token."
        case .ended: "This browser is signed out. Enter the server's token to sign in again."
        case .wrongOften:
            "That is not this server's token. Many wrong ones came from your network; the right one still works."
        }
    }

    static func form(next: String, need: TokenNeed, nonce: PageNonce) -> String {
        page(
            """
            <main><h1>Aviary</h1><p>\(sentence(need))</p>
            <form method="post" action="\(AccessPolicy.formPath)">
            <input type="hidden" name="next" value="\(next.htmlEscaped)">
            <label>Token <input type="password" name="token" autocomplete="current-password" required autofocus></label>
            <button>Open</button></form>
            <p><a href="\(next.htmlEscaped)">I have been here before</a></p></main>
            """, nonce: nonce)
    }

    /// - Parameter browsers: How many are signed in.
    static func session(browsers: Int, nonce: PageNonce) -> String {
        let others = browsers == 2 ? "one other browser is" : "\(browsers - 1) other browsers are"
        return page(
            """
            <main><h1>Aviary</h1><p>This browser is signed in\(browsers > 1 ? ", and \(others)" : "").</p>
            <form method="post" action="\(AccessPolicy.formPath)">
            <button name="end" value="this">Sign out</button>
            <button name="end" value="all" class="plain">Sign out everywhere</button></form>
            <p>Whoever knows the token can sign in again. To lock others out, start the server with another token.</p>
            <p><a href="/">Go to the start</a></p></main>
            """, nonce: nonce)
    }

    static func full(_ sentence: String, nonce: PageNonce) -> String {
        page("<main><h1>Aviary</h1><p>\(sentence)</p><p><a href=\"\">Try again</a></p></main>", nonce: nonce)
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

    /// Goes on to `next` from a page of this server, so that the browser brings its cookie.
    static func comeAgain(next: String) -> String {
        page(
            "<main><p><a href=\"\(next.htmlEscaped)\">Go on</a></p></main>",
            head: "<meta http-equiv=\"refresh\" content=\"0; url=\(next.htmlEscaped)\">")
    }

    private static func page(_ body: String, nonce: PageNonce) -> String {
        page(body, head: "<style nonce=\"\(nonce)\">\(sheet)</style>\(InlineScript.leaving.markup)")
    }

    private static func page(_ body: String, head: String) -> String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Aviary</title>\
        <meta name="viewport" content="width=device-width, initial-scale=1">\
        <meta name="color-scheme" content="light dark">\(head)</head><body>\(body)</body></html>
        """
    }
}
