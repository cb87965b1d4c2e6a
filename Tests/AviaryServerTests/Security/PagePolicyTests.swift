import AviaryText
import Testing

@testable import AviaryServer

struct PagePolicyTests {
    @Test func nothingInlineIsAllowed() {
        let policy = ContentSecurityPolicy().description
        #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
    }

    @Test func aNonceIsForStylesAndForOnce() {
        let (one, other) = (PageNonce(), PageNonce())
        #expect(one != other && one.description.utf8.count == 32)
        #expect(ContentSecurityPolicy(nonce: one).description.contains("style-src 'self' 'nonce-\(one)';"))
        #expect(
            ContentSecurityPolicy(nonce: one).description.contains(
                "script-src 'self' \(InlineScript.returning.source);"))
    }

    @Test func thePagesOfTheTokenAreInTheAppsWords() {
        var words = Words.german
        words.access.title = "Bank & Garten"
        words.access.tokenIsWrong = "Das ist ein anderes Wort."
        let form = TokenPage.form(next: "/", need: .wrong, words: words, nonce: PageNonce())
        #expect(form.hasPrefix("<!doctype html><html lang=\"de\">"))
        #expect(form.contains("<title>Bank &amp; Garten</title>") && form.contains("<h1>Bank &amp; Garten</h1>"))
        #expect(form.contains("<p>Das ist ein anderes Wort.</p>"))
        #expect(
            TokenPage.session(browsers: 3, words: words, nonce: PageNonce()).contains(
                "<p>Dieser Browser ist angemeldet, und 2 andere auch.</p>"))
        #expect(TokenPage.full(words: words, nonce: PageNonce()).contains(">Noch einmal versuchen</a>"))
    }

    @Test(arguments: [
        (1, "This browser is signed in."), (2, "This browser is signed in, and one other browser is."),
        (4, "This browser is signed in, and 3 other browsers are."),
    ])
    func thePageOfASessionCountsTheBrowsers(browsers: Int, sentence: String) {
        #expect(Words.english.access.signedIn(browsers) == sentence)
    }

    @Test func anAddressCannotLeaveItsAttribute() {
        let page = TokenPage.form(
            next: "/\"><script>alert(1)</script>", need: .missing, words: .english, nonce: PageNonce())
        // The one of the page itself.
        #expect(page.ranges(of: "<script>").count == 1 && page.contains(InlineScript.leaving.markup))
    }
}
