import AviaryColors
import AviaryTesting
import AviaryText
import AviaryViews
import Foundation
import Testing

/// Files of design tokens, as the Design Tokens Community Group has defined them, and older ones.
struct DesignTokenTests {
    private func read(_ text: String) -> (colors: String, problems: [String]) {
        let contents = PaletteFormat.read(Array(text.utf8))
        contents.expectOrder()
        let colors = contents.palettes.flatMap(\.entries).map { "\($0.name)=\($0.color.displayColor.hex)" }
        return (colors.joined(separator: " "), contents.problems.map(\.description))
    }

    @Test func aTokenIsCalledByItsKey() {
        let token = """
            {"rebecca":{"$type":"color","$value":\
            {"colorSpace":"srgb","components":[0.4,0.2,0.6],"alpha":1,"hex":"#663399"}}}
            """
        #expect(read(token).colors == "rebecca=#663399")
        #expect(read(token).problems == [])
        #expect(PaletteFormat.read(Array(token.utf8)).palettes.first?.entries.first?.color == SRGB(hex: 0x663399))
    }

    /// Red, and colors that only one of the spaces has.
    @Test(arguments: [
        ("srgb", "[1, 0, 0]"), ("srgb-linear", "[1, 0, 0]"), ("hsl", "[0, 100, 50]"), ("hsl", "[360, 100, 50]"),
        ("hwb", "[0, 0, 0]"), ("lab", "[54.2905, 80.8049, 69.8910]"), ("lch", "[54.2905, 106.8372, 40.8576]"),
        ("oklab", "[0.627955, 0.224863, 0.125846]"), ("oklch", "[0.627955, 0.257683, 29.2339]"),
        ("display-p3", "[0.917488, 0.200287, 0.138561]"), ("a98-rgb", "[0.858592, 0, 0]"),
        ("prophoto-rgb", "[0.702252, 0.275726, 0.103547]"), ("rec2020", "[0.823464, 0.328429, 0.180337]"),
        ("xyz-d65", "[0.412391, 0.212639, 0.019331]"), ("xyz-d50", "[0.436066, 0.222493, 0.013924]"),
        ("xyz", "[0.412391, 0.212639, 0.019331]"), ("oklch", "[0.627955, 0.257683, 389.2339]"),
        ("srgb", "[1, \"none\", \"none\"]"), ("hsl", "[\"none\", 100, 50]"), ("hwb", "[0, \"none\", 0.0e0]"),
    ])
    func aColorOfAnySpaceIsRead(space: String, components: String) throws {
        for hex in ["", ", \"hex\": \"#ff0000\""] {
            let text = "{\"a\": {\"$value\": {\"colorSpace\": \"\(space)\", \"components\": \(components)\(hex)}}}"
            let color = try #require(PaletteFormat.read(Array(text.utf8)).palettes.first?.entries.first?.color)
            #expect(OKLab(color).difference(from: OKLab(SRGB(hex: 0xff0000))) < 0.002, "\(space): \(color)")
            #expect(read(text).problems == [])
        }
    }

    @Test func whitesAndGraysKeepTheirLook() throws {
        for (space, white) in [
            ("srgb-linear", "[1,1,1]"), ("hsl", "[0,0,100]"), ("hwb", "[0,100,0]"), ("lab", "[100,0,0]"),
            ("lch", "[100,0,0]"), ("oklab", "[1,0,0]"), ("oklch", "[1,0,0]"), ("display-p3", "[1,1,1]"),
            ("a98-rgb", "[1,1,1]"), ("prophoto-rgb", "[1,1,1]"), ("rec2020", "[1,1,1]"),
            ("xyz-d65", "[0.950456,1,1.089058]"), ("xyz-d50", "[0.964296,1,0.825105]"),
        ] {
            #expect(
                read("{\"w\":{\"$value\":{\"colorSpace\":\"\(space)\",\"components\":\(white)}}}").colors == "w=#ffffff"
            )
        }
        #expect(read(#"{"g":{"$value":{"colorSpace":"hwb","components":[77,60,60]}}}"#).colors == "g=#808080")
    }

    @Test func aColorThatNoScreenShowsHasItsHex() {
        let vivid = #""colorSpace":"display-p3","components":[1,0,0]"#
        #expect(read("{\"a\":{\"$value\":{\(vivid),\"hex\":\"#fe0102\"}}}").colors == "a=#fe0102")
        let mapped = read("{\"a\":{\"$value\":{\(vivid)}}}")
        #expect(mapped.colors.hasPrefix("a=#f") && mapped.problems == [])
        #expect(
            read(##"{"a":{"$value":{"colorSpace":"okhsl","components":[1,2,3],"hex":"#010203"}}}"##).colors
                == "a=#010203")
        #expect(read(##"{"a":{"$value":{"hex":"#010203"}}}"##).colors == "a=#010203")
    }

    @Test(arguments: [
        (#""colorSpace":"okhsl","components":[1,2,3]"#, "the color space"),
        (#""colorSpace":"srgb","components":[1,2]"#, "3 numbers"),
        (#""colorSpace":"srgb","components":[1,2,3,4,5]"#, "3 numbers"),
        (#""colorSpace":"srgb","components":["1",2,3]"#, "3 numbers"),
        (#""colorSpace":"srgb","components":[1e999,2,3]"#, "3 numbers"),
        (#""colorSpace":"oklch","components":[1,1e300,3]"#, "3 numbers"),
        (#""colorSpace":"srgb","components":[[],{},null]"#, "3 numbers"),
        (#""components":[1,2,3]"#, "colorSpace"), (#""colorSpace":"lab""#, "3 numbers"),
    ])
    func whatIsWrongWithATokenIsSaid(value: String, part: String) {
        let (colors, problems) = read("{\n\"bad\":{\"$value\":{\(value)}},\n\"good\":{\"$value\":\"#fff\"}}")
        #expect(colors == "good=#ffffff")
        #expect(problems.count == 1 && problems[0].hasPrefix("Line 2: ") && problems[0].contains(part), "\(problems)")
    }

    @Test func groupsGiveTheirTypeAndTheirName() {
        let text = ##"""
            {"brand": {"$type": "color", "$description": "red", "$extensions": {"com.tool": {"dark": "#000"}},
              "$root": {"$value": "#f00"}, "light": {"$value": "#faa"}, "deep": {"500": {"$value": "#a00"}}},
             "size": {"$type": "dimension", "small": {"$value": "4px"}, "big": {"$value": {"value": 8, "unit": "px"}}},
             "font": {"$type": "fontFamily", "$value": ["Inter", "red"]},
             "shade": {"$type": "shadow", "$value": {"color": "#0f0", "blur": "1px"}},
             "odd": {"$type": "color", "$value": 7}}
            """##
        let (colors, problems) = read(text)
        #expect(colors == "brand=#ff0000 light=#ffaaaa deep 500=#aa0000")
        #expect(problems.count == 1 && problems[0].hasPrefix("Line 6: a color was expected"))
    }

    @Test func tokensWithTheSameKeyHaveTheNamesOfTheirGroups() {
        let text = ##"""
            {"color": {"text": {"main": {"$value": "#111"}, "link": {"$value": "{color.back.main}"}},
              "back": {"main": {"$value": "#eee"}, "$root": {"$value": "#fff"}}},
             "light": {"red": {"500": {"$value": "#f00"}}}, "dark": {"red": {"500": {"$value": "#a00"}}},
             "gone": {"link": {"$value": "{no}"}}}
            """##
        #expect(
            read(text).colors == "text main=#111111 text link=#eeeeee back main=#eeeeee back=#ffffff "
                + "light red 500=#ff0000 dark red 500=#aa0000")
    }

    /// Each name has the group's. A file of some megabytes would become gigabytes.
    @Test func longNamesOfGroupsAreShortened() {
        let group = String(repeating: "g", count: 100_000)
        let tokens = (0..<500).map { "\"\($0)\": \"#f00\"" }.joined(separator: ",")
        let json = "{\"\(group)\": {\(tokens)}, \"b\": {\"\(group)\": {\(tokens)}}}"
        let sass = "$\(group): (" + (0..<500).map { "\($0): red" }.joined(separator: ",") + ");"
        for (text, count) in [(json, 1_000), (sass, 500)] {
            let contents = PaletteFormat.read(Array(text.utf8), named: "x.scss")
            let names = contents.palettes.flatMap(\.entries).map(\.name)
            #expect(names.count == count && names.allSatisfy { $0.utf8.count < 1_000 })
        }
    }

    @Test func aReferenceIsFollowed() {
        let text = ##"""
            {"link": {"$value": "{ui.main}", "$type": "color"},
             "base": {"blue": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0.2, 0.4, 0.8]}},
                      "a/b~c": {"$value": "#010203"}, "$root": {"$value": "#0f0"}},
             "ui": {"main": {"$value": "{base.blue}"}, "same": {"$ref": "#/base/blue/$value"},
                    "token": {"$ref": "#/base/blue", "$type": "color"}, "value": {"$value": {"$ref": "#/ui/main/$value"}},
                    "odd": {"$value": {"$ref": "#/base/a~1b~0c"}}, "group": {"$value": "{base}"},
                    "root": {"$value": "{base.$root}"},
                    "mixed": {"$value": {"colorSpace": "srgb", "components": [
                       {"$ref": "#/base/blue/$value/components/0"}, {"$ref": "#/ui/main/$value/components/1"}, 1]}}},
             "old": {"red": {"value": "#f00", "type": "color"}, "alias": {"value": "{old.red.value}"},
                     "space": {"value": "4px", "type": "spacing"}}}
            """##
        let (colors, problems) = read(text)
        let blue = "#3366cc"
        #expect(
            colors == """
                link=\(blue) blue=\(blue) a/b~c=#010203 base=#00ff00 main=\(blue) same=\(blue) token=\(blue) \
                value=\(blue) odd=#010203 group=#00ff00 root=#00ff00 mixed=#3366ff red=#ff0000 alias=#ff0000
                """)
        #expect(problems == [])
    }

    @Test func aCircleIsNamedWithItsTokensAndTheRestIsRead() {
        let text = ##"""
            {"a": {"$value": "{b.c}"}, "b": {"c": {"$value": "{d}"}},
             "d": {"$ref": "#/a"}, "good": {"$value": "#fff"},
             "into": {"$value": "{a}"}, "self": {"$value": "{self}"}, "none": {"$value": "{no.where}"},
             "away": {"$ref": "other.json#/a"}, "size": {"$type": "dimension", "$value": "1px"},
             "no": {"$type": "color", "$value": "{size}"}, "silent": {"$value": "{size}"}}
            """##
        let (colors, problems) = read(text)
        #expect(colors == "good=#ffffff")
        #expect(
            problems == [
                "Line 1: \("a".quoted), \("b.c".quoted), \("d".quoted) refer to each other in a circle; give one of them a color.",
                "Line 3: \("{a}".quoted) has no color.", "Line 3: \("self".quoted) refers to itself; give it a color.",
                "Line 3: \("{no.where}".quoted) is no token of this file; correct the path.",
                "Line 4: \("other.json#/a".quoted) is no token of this file; correct the path.",
                "Line 5: \("{size}".quoted) isn't a color.",
            ])
    }

    /// A reader that calls itself for each reference would overflow its stack.
    @Test func aChainMayHaveAnyLength() {
        let count = 20_000
        let links = (1..<count).map { #""t\#($0)":{"$value":"{t\#($0 - 1)}"}"# }.reversed()
        let text = "{\(links.joined(separator: ",")),\"t0\":{\"$value\":\"#f00\"}}"
        let contents = PaletteFormat.read(Array(text.utf8))
        #expect(contents.palettes.first?.entries.count == count && contents.problemCount == 0)
        #expect(contents.palettes.first?.entries.allSatisfy { $0.color == SRGB(hex: 0xff0000) } == true)
        let circle = "{\"t0\":{\"$value\":\"{t\(count - 1)}\"},\(links.joined(separator: ","))}"
        let none = PaletteFormat.read(Array(circle.utf8))
        #expect(none.isEmpty && none.palettes.isEmpty && none.problemCount == 1)
        #expect(none.problems.first?.description.contains("19,995 more") == true)
    }

    /// Drawn references against a model that follows each one step by step.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func drawnReferencesAreFollowed(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<draws(100, long: 5_000) {
            let count = random.skewed(upTo: 12)
            let targets = (0..<count).map { _ in random.chance(30) ? nil : Int.random(in: 0..<count, using: &random) }
            func group(_ index: Int) -> String { index % 3 == 0 ? "x" : "y" }
            let tokens = (0..<count).map { index in
                let value = targets[index].map { target in
                    random.chance(50)
                        ? "\"{\(group(target)).t\(target)}\"" : "{\"$ref\": \"#/\(group(target))/t\(target)/$value\"}"
                }
                return (group(index), "\"t\(index)\": {\"$value\": \(value ?? "\"#0000\(10 + index)\"")}")
            }
            let text =
                "{"
                + ["x", "y"].map { name in
                    "\"\(name)\": {" + tokens.filter { $0.0 == name }.map(\.1).joined(separator: ", ") + "}"
                }.joined(separator: ", ") + "}"
            let order = (0..<count).filter { $0 % 3 == 0 } + (0..<count).filter { $0 % 3 != 0 }
            let expected = order.compactMap { index -> String? in
                var place = index
                for _ in 0...count {
                    guard let next = targets[place] else { return "t\(index)=#0000\(10 + place)" }
                    place = next
                }
                return nil
            }
            #expect(read(text).colors == expected.joined(separator: " "), "\(text)")
        }
    }

    @Test func whatIsNoColorComesBack() throws {
        let text = ##"""
            {"brand": {"$type": "color", "$description": "Of the group",
              "sky": {"$value": "#00bfff", "$description": "a \"b\"\n{c}", "$extensions": {"com.figma": {"scopes": ["ALL"],
                "hidden": false}, "aviary": {"name": "Deep sky"}}},
              "same": {"$deprecated": "Use sky", "$value": "{brand.sky}", "$extensions": {"x \"y": "a  }\\"}},
              "plain": {"$value": "#fff", "$extensions": {}, "$deprecated": false, "$description": 7}},
             "old": {"$deprecated": true, "$type": "color",
              "a": {"$value": "#111"}, "b": {"$value": "#222", "$deprecated": false},
              "deep": {"$deprecated": "Gone", "c": {"$value": "#333"}}, "d": {"$ref": "#/old/a"}},
             "new": {"$value": "#444", "$description": "", "$type": "color"}}
            """##
        let contents = PaletteFormat.read(Array(text.utf8))
        let entries = try #require(contents.palettes.first).entries
        #expect(entries.map(\.name) == ["Deep sky", "same", "plain", "a", "b", "c", "d", "new"])
        #expect(contents.problems == [])
        #expect(
            entries.map(\.details) == [
                ##"{"$extensions":{"com.figma":{"scopes":["ALL"],"hidden":false}},"$description":"a \"b\"\n{c}"}"##,
                ##"{"$extensions":{"x \"y":"a  }\\"},"$deprecated":"Use sky"}"##, "", #"{"$deprecated":true}"#, "",
                #"{"$deprecated":"Gone"}"#, #"{"$deprecated":true}"#, #"{"$description":""}"#,
            ])
        let details = "{ \"$deprecated\": \"x\", \"$extensions\": {\"com.a\": [1,\n2] } }"
        let palette = ColorPalette(name: "A", columns: 3, entries: entries, details: details)
        #expect(palette.details == ##"{"$extensions":{"com.a":[1,2]},"$deprecated":"x"}"##)
        let file = try PaletteFormat.tokens.write([palette])
        #expect(PaletteFormat.read(file).palettes == [palette])
        #expect(try JSONSerialization.jsonObject(with: Data(file)) is [String: Any])
    }

    @Test(arguments: [
        // Tokens of the same path are replaced, other groups of the same name are joined.
        (
            ##"{"a": {"x": {"$value": "#111"}, "g": {"p": {"$value": "#222"}, "q": {"$value": "#333"}}},"##
                + ##" "b": {"$extends": "{a}", "y": {"$value": "#444"}, "g": {"q": {"$value": "#555"}}}}"##,
            "a.x=1 a.g.p=2 a.g.q=3 b.y=4 b.g.q=5 b.g.p=2 b.x=1"
        ),
        // A group of groups, a pointer, and a group that stands later in the file.
        (
            ##"{"b": {"$extends": "#/c/a", "y": {"$value": "#444"}}, "c": {"a": {"x": {"$value": "#111"}}}}"##,
            "b.y=4 b.x=1 c.a.x=1"
        ),
        // What a group extends in turn, also by the name of a group that it only inherits.
        (
            ##"{"a": {"x": {"g": {"$value": "#111"}}}, "b": {"$extends": "{a}"}, "c": {"$extends": "{b.x}"}}"##,
            "a.x.g=1 b.x.g=1 c.g=1"
        ),
        // A token in place of a group, and a group in place of a token.
        (
            ##"{"a": {"x": {"$value": "#111"}, "g": {"p": {"$value": "#222"}}},"##
                + ##" "b": {"$extends": "{a}", "g": {"$value": "#333"}, "x": {"r": {"$value": "#444"}}}}"##,
            "a.x=1 a.g.p=2 b.g=3 b.x.r=4"
        ),
        // References name the tokens that they name in the file; what is inherited has a path of its own.
        (
            ##"{"a": {"x": {"$value": "#111"}, "y": {"$value": "{a.x}"}}, "b": {"$extends": "{a}", "x": {"$value": "#222"}},"##
                + ##" "c": {"$value": "{b.y}"}}"##,
            "a.x=1 a.y=1 b.x=2 b.y=1 c=1"
        ),
        // `$root`, and a palette.
        (
            ##"{"a": {"$root": {"$value": "#111"}, "p": {"$value": "#222"}}, "b": {"$extends": "{a}"}}"##,
            "a.a=1 a.p=2 b.b=1 b.p=2"
        ),
    ])
    func aGroupHasTheTokensOfTheGroupThatItExtends(text: String, expected: String) {
        let contents = PaletteFormat.read(Array(text.utf8))
        // A name that two tokens have begins with the name of the group, so only its end is compared.
        let found = contents.palettes.flatMap(\.entries).map { entry in
            "\(entry.name.split(separator: " ").last ?? "")=\(entry.color.displayColor.hex)"
        }
        let words = expected.split(separator: " ").map { word in
            let parts = word.split(separator: "=")
            return "\(parts[0].split(separator: ".").last ?? "")=#\(String(repeating: String(parts[1]), count: 6))"
        }
        #expect(found == words)
        #expect(contents.problems == [])
    }

    /// The type and `$deprecated` come from the group that is extended, too.
    @Test func whatAGroupSaysIsInherited() throws {
        let text = ##"""
            {"a": {"$type": "dimension", "$deprecated": "Old", "x": {"$type": "color", "$value": "#111"}},
             "b": {"$extends": "{a}", "wide": {"$value": "1px"}, "y": {"$type": "color", "$value": "#222"}}}
            """##
        let contents = PaletteFormat.read(Array(text.utf8))
        let entries = try #require(contents.palettes.first).entries
        #expect(entries.map(\.name) == ["a x", "y", "b x"])
        #expect(entries.map(\.details) == Array(repeating: #"{"$deprecated":"Old"}"#, count: 3))
        #expect(contents.problems == [])
    }

    @Test(arguments: [
        ("\"a\": {\"$extends\": \"{a}\"}", 1), ("\"a\": {\"b\": {\"$extends\": \"{a}\"}}", 1),
        ("\"a\": {\"$extends\": \"{b}\"}, \"b\": {\"$extends\": \"{a}\"}", 2),
        ("\"a\": {\"x\": {\"$extends\": \"{b}\"}}, \"b\": {\"y\": {\"$extends\": \"{a}\"}}", 2),
        ("\"a\": {\"$extends\": \"{a.b}\", \"b\": {}}", 0),
    ])
    func aCircleOfGroupsIsSaid(groups: String, least: Int) {
        let (colors, problems) = read("{\(groups), \"good\": {\"$value\": \"#fff\"}}")
        #expect(colors == "good=#ffffff")
        #expect(problems.count >= least && problems.count <= 4, "\(problems)")
        #expect(problems.allSatisfy { $0 == "Line 1: “$extends” leads in a circle; name another group." })
    }

    @Test(arguments: ["{no}", "{a.x}", "a", "", "{}", "#", "#/", "other.json#/a", "{a..g}", "{.}", "{a.}", "#/a/%"])
    func aGroupThatIsNotThereIsNamed(reference: String) {
        let (colors, problems) = read(
            "{\"a\": {\"x\": {\"$value\": \"#f00\"}, \"g\": {}},\n\"b\": {\"$extends\": \"\(reference)\", \"y\": {\"$value\": \"#0f0\"}}}"
        )
        #expect(colors == "x=#ff0000 y=#00ff00")
        let name = reference.replacingOccurrences(of: "^\\{(.*)\\}$", with: "{$1}", options: .regularExpression)
        #expect(problems == ["Line 2: \(name.quoted) is no group of this file; correct the path."])
    }

    /// Groups that double with each level would be more than any memory holds.
    @Test func whatIsReadAgainHasALimit() {
        var groups = ["\"g0\": {\"x\": {\"$value\": \"#f00\"}}"]
        for level in 1...60 {
            groups.append(
                "\"g\(level)\": {\"a\": {\"$extends\": \"{g\(level - 1)}\"}, \"b\": {\"$extends\": \"{g\(level - 1)}\"}}"
            )
        }
        let contents = PaletteFormat.read(Array("{\(groups.joined(separator: ", "))}".utf8))
        let sentence = "So many groups extend others that the tokens of some are left out."
        #expect(contents.problems.contains { $0.description == sentence } && !contents.isEmpty)
        // A long chain of groups needs no deep stack.
        let chain = (1..<5_000).map { "\"g\($0)\": {\"$extends\": \"{g\($0 - 1)}\"}" }.reversed()
        let long = PaletteFormat.read(Array("{\(chain.joined(separator: ", ")), \(groups[0])}".utf8))
        #expect(long.problems.contains { $0.description.contains("too many groups") })
    }

    @Test func whatCannotBeKeptIsLeftOut() throws {
        let long = String(repeating: "x", count: 5_000)
        for member in ["\"$extensions\": {\"b\": \"\(long)\"}", "\"$description\": \"\(long)\""] {
            let contents = PaletteFormat.read(Array("{\"a\": {\"$value\": \"#f00\",\n\(member)}}".utf8))
            #expect(contents.palettes.first?.entries.map(\.details) == [""])
            #expect(
                contents.problems.map(\.description) == [
                    "Line 1: its “$extensions” and “$description” are longer than 4,096 bytes, too deep, or broken, and aren't kept."
                ])
        }
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        for other in [
            "x", "[]", "{", "{}", "{\"$extensions\":}", "{\"$extensions\": {\"aviary\": 1}}", "{\"$extensions\": [1]}",
            "{\"$extensions\": {\"a\": \(deep)}}", "{\"$description\": \"\u{1}\"}", "{} {}", "{\"$description\": 1}",
            "{\"$deprecated\": 1}", "{\"$deprecated\": null}", "{\"$type\": \"color\"}", "{\"a\": 1}",
            "{\"$extensions\": {}}",
            "{\"$deprecated\": false}",
        ] {
            #expect(ColorPalette.Entry(color: .black, details: other).details == "", "\(other)")
        }
    }

    @Test func namesThatNoTokenMayHaveComeBack() throws {
        let names = [
            "", "$value", "a.b", "{a}", "a-b", "A", "A", "500", "$root", "name", "colors", "\"", "\\", "Δ", "a\nb",
        ]
        let palettes = ["", "$type", "Sky", "Sky", "a.b"].map { name in
            ColorPalette(name: name, columns: 3, entries: names.map { .init(name: $0, color: SRGB(hex: 0x123456)) })
        }
        let file = try PaletteFormat.tokens.write(palettes)
        #expect(PaletteFormat.read(file).palettes == palettes && PaletteFormat.read(file).problemCount == 0)
        let json = try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any]
        for (key, group) in try #require(json) where key != "$schema" {
            for name in try #require(group as? [String: Any]).keys + [key]
            where !["$type", "$extensions"].contains(name) {
                #expect(!name.isEmpty && !name.hasPrefix("$") && !name.contains { ".{}".contains($0) }, "\(name)")
            }
        }
    }
}
