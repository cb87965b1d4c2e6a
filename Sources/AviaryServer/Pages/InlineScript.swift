import AviaryDigest
import AviaryText
import Foundation

/// A script in the page itself. It runs before the first paint, which a separate file would delay. The content security
/// policy of a page lists the hashes of its inline scripts, and allows no others.
struct InlineScript: Sendable {
    let text: String
    /// The hash source of the script for the content security policy.
    let source: String

    private init(_ text: String) {
        self.text = text
        source = "'sha256-\(Data(Digest.sha256(Array(text.utf8))).base64EncodedString())'"
    }

    var markup: String { "<script>\(text)</script>" }

    /// Hides a page until its scroll position is restored, so that its top does not show first.
    static let returning = InlineScript(
        """
        try{const s=sessionStorage,[a,k]=JSON.parse(s.linked||"[]"),l=location;\
        JSON.parse(s[history.state?.aviary||(a===l.pathname+l.search?k:"")])[1]>0&&\
        (document.documentElement.dataset.returning="")}catch{}
        """
    )

    /// Reloads a page such as "Not found" when the person goes back, if the page has replaced the sheet of another
    /// page. The browser regards both as one document, so it only fires `popstate`.
    static let leaving = InlineScript("addEventListener(\"popstate\",()=>location.reload())")

    /// Forgets what pages of another visitor have left in this tab: typed text, selections, and requests without an
    /// answer. What somebody has typed before they signed in stays, and so do the keys of the site.
    ///
    /// It runs before `returning`, and again when the browser shows a page that it has kept. So such a page neither gets
    /// what a later visitor has left, nor leaves anything to this visitor.
    static let visitor = InlineScript(
        """
        {const d=document.documentElement.dataset,k="visitor "+(d.prefix||""),w=()=>{try{const s=sessionStorage,v=d.visitor;\
        if((s[k]||v)!=v)for(const n of Object.keys(s))/^([/\\d]|(linked|leaver|typed|farewell|upgraded)$)/.test(n)&&delete s[n];\
        s[k]=v}catch{}};w();addEventListener("pageshow",w)}
        """
    )

    /// Writes dates in the browser's language and time zone at the first paint, because the server knows neither. The
    /// script runs while the document is parsed, and writes dates as `Client/dates.js` does later.
    static let dates = InlineScript(
        """
        {const m={},w=()=>{for(const e of document.querySelectorAll("time[datetime][data-outlet*=':date']")){\
        const k=/:date(?:[(](\\w+))?/.exec(e.dataset.outlet)[1],\
        t=(m[k]??=new Intl.DateTimeFormat(undefined,{dateStyle:k=="time"?undefined:"medium",\
        timeStyle:k?"short":undefined})).format(new Date(e.dateTime));if(e.textContent!=t)e.textContent=t}},\
        o=new MutationObserver(w);o.observe(document,{childList:true,subtree:true});\
        document.addEventListener("DOMContentLoaded",()=>{w();o.disconnect()})}
        """)
}
