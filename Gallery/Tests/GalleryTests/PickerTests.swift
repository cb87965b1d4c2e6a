import AviaryColors
import AviaryServer
import AviaryTesting
import AviaryViews
import Testing

@testable import aviary

struct PickerTests {
    @Test func everySpaceFollowsTheOneThatWasTouched() throws {
        var picker = Picker(.black)
        for (channel, value) in [(Channel.red, 255.0), (.green, 99), (.blue, 71)] { channel.set(value, in: &picker) }
        #expect(picker.color.displayColor.hex == "#ff6347")
        #expect(Channel.hue.value(in: picker) == 9)
        #expect(Channel.saturation.value(in: picker) == 100)
        #expect(Channel.lightness.value(in: picker) == 64)
        #expect(Channel.perceived.value(in: picker) == 69.6)
        #expect(Channel.chroma.value(in: picker) == 0.196)
        #expect(Channel.tone.value(in: picker) == 32)
    }

    @Test(arguments: [(Channel.saturation, Channel.hue), (.chroma, .tone), (.lightness, .hue), (.perceived, .tone)])
    func aHueOutlivesGrey(channel: Channel, hue: Channel) throws {
        var picker = Picker(SRGB(hex: 0xff6347))
        let (before, value) = (hue.value(in: picker), channel.value(in: picker))
        channel.set(0, in: &picker)
        #expect(hue.value(in: picker) == before)
        channel.set(value, in: &picker)
        #expect(hue.value(in: picker) == before)
    }

    @Test func whatAScreenCannotShowStaysAsItWasChosen() {
        var picker = Picker(SRGB(hex: 0x2f9e44))
        #expect(!picker.isMapped)
        Channel.chroma.set(0.4, in: &picker)
        #expect(picker.isMapped)
        #expect(Channel.chroma.value(in: picker) == 0.4)
        #expect(OKLCH(picker.color).chroma < 0.3)
    }

    @Test func aChannelSetToItsOwnValueIsTheSameColor() {
        let seed: UInt64 = 5
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let color = SRGB(hex: .random(in: 0...0xffffff, using: &generator))
            for channel in Channel.allCases {
                var picker = Picker(color)
                channel.set(channel.value(in: picker), in: &picker)
                let difference = OKLab(picker.color).difference(from: OKLab(color))
                #expect(difference < 0.02, "\(color) by \(channel), seed \(seed)")
            }
        }
    }

    @Test(arguments: [("300", "Red goes from 0 to 255"), ("-1", "Red goes from 0 to 255"), ("12", nil), (" 1e2 ", nil)])
    func aNumberOutOfRangeIsBroughtIntoIt(typed: String, remark: String?) throws {
        var picker = Picker(.black)
        let said = try Channel.red.set(typed: typed, in: &picker)
        #expect(said?.hasPrefix(remark ?? "-") ?? (remark == nil))
        #expect((0...255).contains(Channel.red.value(in: picker)))
    }

    @Test(arguments: ["", "  ", "twelve", "nan", "inf", "0x", "1,2", "<b>", String(repeating: "9", count: 1_000)])
    func whatIsNoNumberIsRefused(typed: String) {
        var picker = Picker(.black)
        #expect(throws: ChannelError.self) { try Channel.hue.set(typed: typed, in: &picker) }
        #expect(picker == Picker(.black))
    }

    /// A press has the text of the field with it, which is what the person saw.
    @Test(
        arguments: [
            (nil, 0xabcdef), ("#abcdef", 0xabcdef), ("#123456", 0x123456), ("red", 0xff0000), ("#0f0, #00f", 0x00ff00),
            ("blee", nil), ("", nil), ("#12345", nil), (String(repeating: "x", count: 2_000), nil),
        ] as [(String?, UInt32?)])
    func aPressMeansWhatIsInTheField(typed: String?, hex: UInt32?) throws {
        let picker = PickerController(isReadOnly: false)
        picker.set(SRGB(hex: 0xabcdef))
        let event = ActionEvent(fields: typed.map { ["hex": $0] } ?? [:])
        guard let hex else {
            #expect(throws: UnreadColor.self) { try picker.color(seenBy: event) }
            return #expect(picker.picker.color.displayColor.hex == "#abcdef", "nothing is saved in its place")
        }
        #expect(try picker.color(seenBy: event).displayColor == SRGB(hex: hex).displayColor)
    }

    /// The field shows fewer digits than a colour has: a press that says just them means the colour as it was picked.
    @Test func whatTheFieldShowsIsThePickedColor() throws {
        let picker = PickerController(isReadOnly: false)
        let color = SRGB(red: 0.1234567, green: 0.5, blue: 0.9)
        picker.set(color)
        #expect(try picker.color(seenBy: ActionEvent(fields: ["hex": color.displayColor.hex])) == picker.picker.color)
        #expect(picker.picker.color == color)
    }

    /// On a slow line the field shows what the scene said before the last moves of a slider.
    @Test func aPressOnASlowLineMeansTheSliderThatWasMovedLast() throws {
        let picker = PickerController(isReadOnly: false)
        picker.set(SRGB(hex: 0xabcdef))
        picker.set(SRGB(hex: 0x0ccdef))
        picker.set(SRGB(hex: 0xc8cdef))
        for stale in ["#abcdef", "#0ccdef", "#c8cdef"] {
            #expect(try picker.color(seenBy: ActionEvent(fields: ["hex": stale])) == SRGB(hex: 0xc8cdef))
        }
    }

    @Test func noTwoPresetsLookTheSame() {
        for preset in Preset.all { #expect(Preset.matching(preset.color) == preset) }
        #expect(Preset.matching(SRGB(hex: 0x123456)) == nil)
    }
}
