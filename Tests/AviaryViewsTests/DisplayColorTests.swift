import AviaryViews
import Testing

struct DisplayColorTests {
    @Test func inkCanBeReadOnEveryColor() {
        var worst = 21.0
        for red in stride(from: 0, through: 255, by: 5) {
            for green in stride(from: 0, through: 255, by: 5) {
                for blue in stride(from: 0, through: 255, by: 5) {
                    let color = DisplayColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    let (one, other) = (color.luminance + 0.05, color.ink.luminance + 0.05)
                    worst = min(worst, max(one, other) / min(one, other))
                }
            }
        }
        #expect(worst >= 4.5)
    }

    @Test(
        arguments: [
            (DisplayColor(red: 255, green: 136, blue: 0), "#ff8800"), (.black, "#000000"), (.white, "#ffffff"),
            (DisplayColor(red: 1, green: 16, blue: 171), "#0110ab"),
        ])
    func hexHasTwoDigitsAChannel(color: DisplayColor, hex: String) {
        #expect(color.hex == hex)
    }
}
