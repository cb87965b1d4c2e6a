import AviaryViews
import Foundation
import Testing

/// What form controls send as typed values, and hostile texts.
struct FieldValueTests {
    private func value<Value: FieldValue & Equatable>(_ text: String) -> Result<Value, FieldFault> {
        do throws(FieldFault) { return .success(try Value(fieldText: text)) } catch { return .failure(error) }
    }

    @Test func numbersAreThoseOfHTML() {
        for (text, number) in [
            ("12", 12), ("-12.5", -12.5), (".5", 0.5), ("1e3", 1_000), ("1E-2", 0.01), ("1e+2", 100), ("0", 0),
            ("-0", 0), ("-0.0e5", 0), ("00012", 12),
        ] {
            #expect(value(text) == .success(number))
        }
        #expect(((try? Double(fieldText: "-0"))?.sign) == .plus)
        let hostile = [
            "Infinity", "-Infinity", "inf", "nan", "NaN", "1e999", "-1e999", "0x1p3", "1_000", "+1", "1.", ".", "-",
            "e5",
            "1e", "1e+", " 1", "1 ", "1\u{0}", "١٢", "1,5", "--1", "1-1", String(repeating: "9", count: 1 << 20),
        ]
        for text in hostile {
            #expect(value(text) == Result<Double, _>.failure(.notNumber), "\(text.prefix(20))")
            #expect(throws: FieldFault.self, "\(text.prefix(20))") { try Int(fieldText: text) }
        }
        #expect(value("") == Result<Double, _>.failure(.missing))
    }

    @Test func wholeNumbersAreExact() {
        #expect(value("9007199254740993") == .success(9_007_199_254_740_993))
        #expect(value("9223372036854775807") == .success(Int.max))
        #expect(value("-9223372036854775808") == .success(Int.min))
        #expect(value("1e3") == .success(1_000))
        #expect(value("-0") == .success(0))
        #expect(value("12.0") == .success(12))
        for text in ["12.5", "9223372036854775808", "1e300"] {
            #expect(value(text) == Result<Int, _>.failure(.notWhole))
        }
        #expect(value("") == Result<Int, _>.failure(.missing))
    }

    @Test func datesAreDaysOfTheCalendar() throws {
        for text in ["2026-02-28", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "1582-10-10"] {
            let date = try CalendarDate(fieldText: text)
            #expect(date.description == text)
        }
        let hostile = [
            "2026-02-30", "2026-02-29", "1900-02-29", "0000-01-01", "275760-09-13", "+275760-09-13", "-0001-01-01",
            "2026-13-01", "2026-00-10", "2026-01-00", "2026-1-1", "26-01-01", "2026-01-01T00:00", "2026-01-01Z",
            "2026-01-01+02:00", "2026/01/01", "2026-01-01 ", "2026-01-0１", "٢٠٢٦-٠١-٠١", "2026-01-01\u{0}", "today",
            "-",
            "--", String(repeating: "2026-01-01", count: 100_000),
        ]
        for text in hostile {
            #expect(value(text) == Result<CalendarDate, _>.failure(.notDate), "\(text.prefix(20))")
        }
        #expect(value("") == Result<CalendarDate, _>.failure(.missing))
        #expect(value("") == .success(CalendarDate?.none))
        #expect(value("2026-02-30") == Result<CalendarDate?, _>.failure(.notDate))
        #expect(CalendarDate("2026-01-31")! < CalendarDate("2026-02-01")!)
    }

    @Test func theDayOfAMomentDependsOnTheTimeZone() throws {
        let moment = Date(timeIntervalSince1970: 1_795_390_200)  // 22 November 2026, 23:30 in UTC.
        let zones = try ["UTC": 22, "Europe/Berlin": 23, "America/New_York": 22].map { name, day in
            (try #require(TimeZone(identifier: name)), day)
        }
        for (zone, day) in zones {
            #expect(CalendarDate(moment, in: zone) == CalendarDate(year: 2026, month: 11, day: day))
        }
        let utc = try #require(TimeZone(secondsFromGMT: 0))
        // Foundation's calendar agrees over four hundred years.
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = utc
        for day in stride(from: -140_000, to: 150_000, by: 97) {
            let moment = Date(timeIntervalSince1970: Double(day) * 86_400 + 1)
            let parts = calendar.dateComponents([.year, .month, .day], from: moment)
            let date = try #require(CalendarDate(moment, in: utc))
            #expect([date.year, date.month, date.day] == [parts.year, parts.month, parts.day])
        }
        for seconds in [Double.infinity, -.infinity, .nan, 1e18, -1e18, 253_402_300_800, -62_135_596_801] {
            #expect(CalendarDate(Date(timeIntervalSince1970: seconds), in: utc) == nil)
        }
        #expect(CalendarDate(Date(timeIntervalSince1970: 253_402_300_799), in: utc) == CalendarDate("9999-12-31"))
        #expect(CalendarDate(Date(timeIntervalSince1970: -62_135_596_800), in: utc) == CalendarDate("0001-01-01"))
    }

    @Test func timesAreMinutesOfADay() {
        for (text, shown) in [("07:30", "07:30"), ("00:00", "00:00"), ("23:59", "23:59"), ("07:30:00", "07:30")] {
            #expect((try? TimeOfDay(fieldText: text))?.description == shown)
        }
        for text in [
            "24:00", "07:60", "7:30", "07:30:01", "07:30Z", "07:30+02:00", "-1:00", "07:30:00:00", ":", "0730",
        ] {
            #expect(value(text) == Result<TimeOfDay, _>.failure(.notTime))
        }
        #expect(TimeOfDay(hour: 7, minute: 30)! < TimeOfDay(hour: 7, minute: 31)!)
    }

    @Test func colorsAndFlagsAndTexts() {
        #expect(value("#3366CC") == .success(DisplayColor(red: 0x33, green: 0x66, blue: 0xcc)))
        for text in ["#36c", "3366cc", "#3366cg", "#+366cc", "#3366cc ", "red", "#３366cc"] {
            #expect(value(text) == Result<DisplayColor, _>.failure(.notColor))
        }
        #expect(value("true") == .success(true))
        #expect(value("on") == .success(true))
        #expect(value("") == .success(false))
        #expect(value("yes") == Result<Bool, _>.failure(.notChosen))
        #expect(value("</script>\"' 🦜\n\t") == .success("</script>\"' 🦜\n\t"))
        #expect(value("a\u{0}b") == Result<String, _>.failure(.notText))
        #expect(value("a\u{1B}b") == Result<String, _>.failure(.notText))
    }

    @Test func typedValuesAreReadBackFromOutlets() {
        let date = CalendarDate("2026-02-28")!
        #expect(CalendarDate(outletValue: date.outletValue) == date)
        #expect(TimeOfDay(outletValue: TimeOfDay("07:30")!.outletValue) == TimeOfDay("07:30"))
        #expect(CalendarDate(outletValue: .number(1)) == nil)
        #expect(TimeOfDay(outletValue: .text("2026-02-28")) == nil)
    }

    @Test func recordsStoreTheirText() throws {
        struct Lesson: Codable, Equatable {
            var day: CalendarDate
            var start: TimeOfDay
        }
        let lesson = Lesson(day: CalendarDate("2026-02-28")!, start: TimeOfDay("07:30")!)
        let json = try JSONEncoder().encode(lesson)
        #expect(try JSONDecoder().decode(Lesson.self, from: json) == lesson)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Lesson.self, from: Data(#"{"day":"2026-02-30","start":"07:30"}"#.utf8))
        }
    }
}
