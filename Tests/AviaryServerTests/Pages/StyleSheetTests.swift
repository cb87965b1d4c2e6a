import Testing

@testable import AviaryServer

struct StyleSheetTests {
    @Test(arguments: [
        ("a{}", "a{}"), ("/* why */ a {}", " a{}"), ("a/* 1 */b{}", "a/**/b{}"), ("a /* 1 */b{}", "a b{}"),
        ("a::after{content:\"/* no */\"}", "a::after{content:\"/* no */\"}"),
        ("a{content:'\\'/*'}/* yes */", "a{content:'\\'/*'}"),
        ("a{background:url(data:x/*y*/z)}", "a{background:url(data:x/*y*/z)}"),
        ("a{background:url(\"/*)\")/*x*/ red}", "a{background:url(\"/*)\") red}"),
        ("a{background:URL(/*x*/y)}", "a{background:URL(/*x*/y)}"), ("a:not(/*x*/b){}", "a:not(/**/b){}"),
        ("a{}/* open", "a{}"), ("a{}/*", "a{}"), ("\"open", "\"open"), ("\"\\", "\"\\"), ("/**//***/b", "b"), ("", ""),
        ("a {\n  b: c;\n\n  d: e }", "a{b:c;d:e }"), ("a /* x */ b", "a b"), ("a :is(b){}", "a :is(b){}"),
        ("a{content:'  \t '}", "a{content:'  \t '}"),
        ("a, b{c: d,\n  e; }\nf g{}", "a,b{c:d,e}f g{}"), (".\\{ b{}", ".\\{ b{}"),
        ("a{background:url(x   y)}", "a{background:url(x   y)}"), (".\\26  b{}", ".\\26  b{}"), ("a{}\n\n", "a{}"),
    ])
    func commentsAndIndentationAreLeftOutAndNothingElse(sheet: String, joined: String) {
        #expect(String(decoding: StyleSheet.joined([Array(sheet.utf8)]), as: UTF8.self) == joined + "\n")
    }

    @Test func sheetsFollowEachOther() {
        let sheets = ["a{}", "b{}/* end"].map { Array($0.utf8) }
        #expect(String(decoding: StyleSheet.joined(sheets), as: UTF8.self) == "a{}\nb{}\n")
    }
}
