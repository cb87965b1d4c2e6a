import AviaryViews
import Testing

@testable import AviaryServer

/// Controls with rows and sentences beside fields in a storyboard.
struct FormMarkupTests {
    private func content(_ html: String) throws -> Storyboard.Content { try StoryboardTests.board(html).content() }

    @Test func aSentenceBesideAFieldIsAnOutletOfBoth() throws {
        let content = try content(
            """
            <input name="title" aria-describedby="hint" data-outlet="title:text(value)"><p id="hint"></p>
            <p data-fault="title"></p><input name="pages"><p id="own" data-fault="pages" aria-live="off"></p>
            """)
        #expect(
            content.outlets.keys.sorted() == ["pages-fault", "pages-invalid", "title", "title-fault", "title-invalid"])
        let body = PageRenderer.render(["": .init(content: content)], collections: [:]).body
        #expect(body.contains("aria-describedby=\"hint fault-title\""))
        #expect(
            body.contains(
                "<p data-fault=\"title\" data-outlet=\"title-fault\" id=\"fault-title\" aria-live=\"polite\">"))
        #expect(body.contains("aria-describedby=\"own\""))
        #expect(body.contains("aria-live=\"off\""))
    }

    @Test func aControlIsFilledWithWhatIsEscaped() throws {
        let content = try content(
            """
            <select name="a" data-choices="rows"><option value="">None</option></select>
            <fieldset name="b" data-choices="rows" data-action="pick"><legend>B</legend></fieldset>
            <fieldset name="c" data-choices="rows" data-action="tick" data-several><legend>C</legend></fieldset>
            <datalist data-choices="rows"></datalist>
            """)
        #expect(content.choices == ["rows"])
        #expect(content.actions == ["pick", "tick"])
        let rows = PaintedChoices(rows: [
            .init(id: "1", choice: Choice("</script>"), group: "\"East\"", isChosen: true),
            .init(id: "\"2", choice: Choice("Ink", isDisabled: true), group: "West", isChosen: false),
        ])
        let scope = PageRenderer.Scope(content: content, choices: ["rows": rows])
        let body = PageRenderer.render(["": scope], collections: [:]).body
        let expected = [
            "<option value=\"\">None</option><optgroup label=\"&quot;East&quot;\">",
            "<option data-choice=\"1\" value=\"1\" selected=\"\">&lt;/script&gt;</option></optgroup>",
            "<option data-choice=\"&quot;2\" value=\"&quot;2\" disabled=\"\">Ink</option>",
            "role=\"radiogroup\" data-choose=\"pick\"><legend>B</legend><fieldset><legend>&quot;East&quot;</legend>",
            "<input type=\"radio\" name=\"b\" value=\"1\" checked=\"\"> <span>&lt;/script&gt;</span>",
            "<input type=\"checkbox\" name=\"c/1\" value=\"true\" checked=\"\" data-action=\"tick\">",
            "<datalist data-choices=\"rows\"><option data-choice=\"1\" value=\"&lt;/script&gt;\"></option>",
        ]
        #expect(expected.filter { !body.contains($0) } == [], "\(body)")
    }

    @Test(arguments: [
        ("<p data-fault=\"title\"></p>", "data-fault names title, which is no control here"),
        ("<input name=\"a\"><p data-fault=\"a\"></p><p data-fault=\"a\"></p>", "data-fault is there twice for a"),
        ("<input name=\"a/b\"><p data-fault=\"a/b\"></p>", "data-fault names a/b: letters, digits and - are"),
        (
            "<template data-cell=\"A\"><p data-fault=\"a\"></p></template>", "data-fault stands in a template"
        ),
        ("<p data-choices=\"a\"></p>", "the control with the choices a is no select, datalist or fieldset"),
        ("<select data-choices=\"a\"></select>", "the control with the choices a has no name"),
        (
            "<select name=\"a\" data-choices=\"a\" multiple></select>",
            "the control with the choices a takes several by multiple; make it a fieldset with data-several"
        ),
        (
            "<select name=\"a\" data-choices=\"a\" data-several></select>",
            "the control with the choices a has data-several, which is for a fieldset"
        ),
        ("<fieldset name=\"a\" data-choices=\"a\"></fieldset>", "the control with the choices a has no legend"),
        (
            "<select name=\"a\" data-choices=\"a\" data-outlet=\"a:text(value)\"></select>",
            "the control with the choices a has an outlet for its value; set the chosen items of the list"
        ),
        (
            "<template data-cell=\"A\"><select name=\"a\" data-choices=\"a\"></select></template>",
            "the control with the choices a stands in a template"
        ),
        (
            "<button data-check=\"a\">A</button>",
            "data-check=\"a\" stands on no control with a name and without data-action"
        ),
    ])
    func aMistakeIsSaid(html: String, what: String) {
        let error = #expect(throws: StoryboardError.self) { try content(html) }
        #expect(error?.description.contains(what) == true, "\(error?.description ?? "")")
    }
}
