import AviaryDigest
import Foundation

/// A script that stands in the page itself. It runs before anything is painted, which a file could not without holding up
/// every first paint. The policy knows it by its hash, and lets no other through.
struct InlineScript: Sendable {
    let text: String
    /// What lets it through, in the content security policy.
    let source: String

    private init(_ text: String) {
        self.text = text
        source = "'sha256-\(Data(Digest.sha256(Array(text.utf8))).base64EncodedString())'"
    }

    var markup: String { "<script>\(text)</script>" }

    /// A page that is scrolled on its return does not show its top first.
    static let returning = InlineScript(
        """
        try{const s=sessionStorage,[a,k]=JSON.parse(s.followed||"[]"),l=location;\
        JSON.parse(s[history.state?.aviary||(a===l.pathname+l.search?k:"")])[1]>0&&\
        (document.documentElement.dataset.returning="")}catch{}
        """
    )

    /// A page that takes the place of another one's sheet, such as "Not found", is one document with that to the browser, which
    /// tells it of the way back and does no more.
    static let leaving = InlineScript("addEventListener(\"popstate\",()=>location.reload())")

    /// Loads the part of the client that knows how much of the page a keyboard covers, with the first focus: on iOS, where it
    /// lies over the page. Other browsers make the page smaller, as its `viewport` says.
    static func keyboard(_ part: PageFile) -> InlineScript {
        InlineScript(
            """
            CSS.supports("-webkit-touch-callout","none")&&addEventListener("focusin",\
            ()=>import("\(part.path)").then(k=>k.default(),()=>{}),{once:true})
            """)
    }

    /// Dates are in the browser's language and time zone from the first paint on, where the server knows neither. They are
    /// written as `Client/dates.js` writes them later, while the document is read.
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
