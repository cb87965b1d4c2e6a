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

    @Test func anAddressCannotLeaveItsAttribute() {
        let page = TokenPage.form(next: "/\"><script>alert(1)</script>", need: .missing, nonce: PageNonce())
        // The one of the page itself.
        #expect(page.ranges(of: "<script>").count == 1 && page.contains(InlineScript.leaving.markup))
    }
}
