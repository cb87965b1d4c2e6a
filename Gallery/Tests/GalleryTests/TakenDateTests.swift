import Foundation
import Testing

@testable import aviary

/// The time of a photograph: the first readable one of its metadata, and else of its name.
struct TakenDateTests {
    private static func text(_ time: Int64?) -> String? {
        time.map { Date(timeIntervalSince1970: Double($0) / 1000).ISO8601Format() }
    }

    @Test(arguments: [
        "0000:00:00 00:00:00", "    :  :     :  :  ", "", "2024:02:30 10:00:00", "2024:05:17 24:00:00",
        "2023:02:29 10:00:00",
        "2024:13:01 00:00:00", "2024:05:17 99:00:00", "yesterday", "2024:04:31", "0001:01:01 00:00:00",
        "24:05:17 18:03:09", "20240230", "202405171803091",
    ])
    func anUnreadableTimeHidesNoLaterOne(text: String) {
        #expect(TakenDate.read(text) == nil)
        let good = "2024:05:17 18:03:09"
        for exif in [
            ["DateTimeOriginal": text, "DateTimeDigitized": good], ["DateTimeOriginal": text, "DateTime": good],
            ["DateTimeOriginal": text, "DateTimeDigitized": text, "DateTime": good, "GPSDateStamp": "2020:01:01"],
        ] {
            #expect(Self.text(TakenDate.find(exif: exif)?.time) == "2024-05-17T18:03:09Z")
        }
        let exif = ["DateTimeOriginal": text, "GPSDateStamp": "2024:01:02", "GPSTimeStamp": "23:30:10.50"]
        #expect(Self.text(TakenDate.find(exif: exif, xmp: [text, good])?.time) == "2024-05-17T18:03:09Z")
        #expect(Self.text(TakenDate.find(exif: exif, xmp: [text])?.time) == "2024-01-02T23:30:10Z")
        #expect(TakenDate.find(exif: ["DateTimeOriginal": text], xmp: [text]) == nil)
    }

    @Test(arguments: [
        ("2024:02:29 10:00:00", "2024-02-29T10:00:00Z"), ("2024-05-17T18:03:09+02:00", "2024-05-17T18:03:09Z"),
        ("2024-05-17T18:03:09.25Z", "2024-05-17T18:03:09Z"), ("2024-05-17", "2024-05-17T00:00:00Z"),
        ("2024-05-17T18:03", "2024-05-17T18:03:00Z"), ("2024-05-17T18:03+02:00", "2024-05-17T18:03:00Z"),
        ("2024-05-17T18:03-02:00", "2024-05-17T18:03:00Z"), ("2024-05-17+02:00", "2024-05-17T00:00:00Z"),
        ("2024/05/17 18:03:09", "2024-05-17T18:03:09Z"), ("2024: 5:17  8: 3: 9", "2024-05-17T08:03:09Z"),
        ("2024:05:17 06:03:09 PM", "2024-05-17T18:03:09Z"), ("2024:05:17 12:03:09 am", "2024-05-17T00:03:09Z"),
        ("2024:05:17 18:03:09 PM", "2024-05-17T18:03:09Z"), ("2024:05:17   :  :  ", "2024-05-17T00:00:00Z"),
        ("2024:05:17 18:03:09\0", "2024-05-17T18:03:09Z"), ("20240517 180309", "2024-05-17T18:03:09Z"),
        ("20240517T1803+02:00", "2024-05-17T18:03:00Z"), ("20240517", "2024-05-17T00:00:00Z"),
        ("1895:06:01 12:00:00", "1895-06-01T12:00:00Z"),
    ])
    func aTimeIsThatOfTheCamerasClock(text: String, time: String) { #expect(Self.text(TakenDate.read(text)) == time) }

    @Test(arguments: [
        ("+02:00", "2024-01-03T01:30:10Z"), ("-05:30", "2024-01-02T18:00:10Z"), ("", "2024-01-02T23:30:10Z"),
        ("+99:00", "2024-01-02T23:30:10Z"), ("noon", "2024-01-02T23:30:10Z"),
    ])
    func aReceiversTimeIsMovedToTheCamerasZone(zone: String, time: String) {
        for clock in ["23:30:10.00", "23/1 30/1 10/1", "23, 30, 10"] {
            let exif = ["GPSDateStamp": "2024:01:02", "GPSTimeStamp": clock, "OffsetTimeOriginal": zone]
            #expect(Self.text(TakenDate.find(exif: exif)?.time) == time)
        }
    }

    @Test(arguments: [
        "IMG_20240131_142530.jpg", "PXL_20240131_142530123.jpg", "PXL_20240131_142530123.MP.jpg",
        "Screenshot_20240131-142530.png", "Screenshot_2024-01-31-14-25-30-123_com.app.jpg",
        "WhatsApp Image 2024-01-31 at 14.25.30.jpeg", "WhatsApp Image 2024-01-31 at 2.25.30 PM.jpeg",
        "WhatsApp Image 2024-01-31 at 14.25.30 (1).jpeg", "signal-2024-01-31-142530.jpg",
        "signal-2024-01-31-14-25-30-123.jpg", "2024-01-31 14.25.30.jpg", "VID_20240131_142530.gif",
        "20240131_142530.jpg", "IMG_20240131_142530_1.jpg", "Screenshot 2024-01-31 at 14.25.30.png",
        "Screen Shot 2024-01-31 at 2.25.30 PM.png", "Screenshot 2024-01-31 at 2.25.30\u{202f}PM.png",
        "photo_2024-01-31_14-25-30.jpg", "2024-01-31T14:25:30.jpg",
        "Screenshot from 2024-01-31 14-25-30.png", "IMG_20240131_142530~2.jpg", "MVIMG_20240131_142530.jpg",
        "20240131142530.jpg", "Bildschirmfoto 2024-01-31 um 14.25.30.png",
        "Bildschirmfoto vom 2024-01-31 14-25-30.png", "Capture d’écran 2024-01-31 à 14.25.30.png",
        "Capture d’écran du 2024-01-31 14-25-30.png", "Captura de pantalla 2024-01-31 a las 14.25.30.png",
        "Schermata 2024-01-31 alle 14.25.30.png", "Снимок экрана 2024-01-31 в 14.25.30.png",
        "Skjermbilde 2024-01-31 kl. 14.25.30.png", "截屏2024-01-31 下午2.25.30.png",
        "スクリーンショット 2024-01-31 午後2.25.30.png", "Screenshot 2024-01-31 at 2.25.30 p.m..png",
        "Screenshot 2024-01-31 142530.png", "WhatsApp Bild 2024-01-31 um 14.25.30_1a2b3c4d.jpg",
        "Image WhatsApp 2024-01-31 à 14.25.30.jpg", "00000012-PHOTO-2024-01-31-14-25-30.jpg",
        "signal-2024-01-31-14-25-30-718-2.jpg", "photo_5@31-01-2024_14-25-30.jpg",
        "Photo 31-01-2024, 14 25 30.jpg", "31.01.2024 14.25.30.jpg", "DJI_20240131142530_0001_D.JPG",
        "dji_fly_20240131_142530_1_1700000000000_photo.jpg", "WP_20240131_14_25_30_Pro.jpg",
        "2024-01-31_14h25m30s.jpg", "vlcsnap-2024-01-31-14h25m30s123.png", "FB_IMG_1706711130123.jpg",
        "mmexport1706711130123.jpg",
    ])
    func aNameOfACameraOrAMessengerSaysTheTime(name: String) {
        #expect(Self.text(TakenDate.read(fileName: name)) == "2024-01-31T14:25:30Z")
    }

    @Test(arguments: [
        "Clipboard 2024-01-31 14.25.png", "2024-01-31 14:25.jpg", "Screenshot 2024-01-31 at 2.25 PM.png",
        "Bildschirmfoto 2024-01-31 um 14.25.png",
    ])
    func aTimeOfDayMayHaveNoSeconds(name: String) {
        #expect(Self.text(TakenDate.read(fileName: name)) == "2024-01-31T14:25:00Z")
    }

    @Test(arguments: [
        "WP_20240131_001.jpg", "CSC_20240131.jpg", "2024-01-31 12 apples.jpg", "2024-01-31 10-20.jpg", "31.01.2024.jpg",
        "trip 31-01-2024 b.jpg", "2024-01-31 at the sea 2.jpg", "2024-01-31 10 200.jpg", "2024-01-31 1020.jpg",
        "IMG-20240131-WA0001.jpg", "VID-20240131-WA0012.gif", "2024-01-31.jpg", "Screenshot_2024-01-31.png",
        "holiday 2024-01-31.jpg", "2024.01.31 beach.jpg", "IMG_20240131.jpg", "2024-01-31 99.99.99.jpg",
    ])
    func aNameWithADayAloneSaysNoon(name: String) {
        #expect(Self.text(TakenDate.read(fileName: name)) == "2024-01-31T12:00:00Z")
    }

    @Test(arguments: [
        "", "photo.jpg", "DSC_0001.jpg", "IMG_1234.jpg", "20240131.jpg", "invoice 20240131.jpg", "1706711130.jpg",
        "1706711130123.jpg", "120240131_142530.jpg", "IMG_20241331_142530.jpg", "IMG_20240230_142530.jpg",
        "IMG_20240131142530999999.jpg", "2024.jpg", "2024-01.jpg", "2024-0131.jpg", "2024-01-3199.jpg",
        "10153720240131142530_n.jpg", "1969-01-31.jpg", "2100-01-31.jpg", "202401311.jpg", "9782024013104.jpg",
        "a20240131b.jpg", "tel 2024 01 31.jpg", "IMG_00000000_000000.jpg", "20240131992530.jpg", "31-01.2024.jpg",
        "32.01.2024.jpg", "131.01.2024.jpg",
        "31.01.20245.jpg", "FB_IMG_17067111301234.jpg", "01.31.2024.jpg", "31012024.jpg",
    ])
    func otherDigitsAreNoDate(name: String) { #expect(TakenDate.read(fileName: name) == nil) }

    @Test(arguments: 0..<200)
    func anyNameIsReadWithoutAFault(seed: UInt64) {
        var state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let letters = Array("0123456789-_.: TatWAPMé\u{200f}")
        let name = String(
            (0..<300).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return letters[Int(state >> 33) % letters.count]
            })
        if let time = TakenDate.read(fileName: name) { #expect((0..<4_102_444_800_000).contains(time)) }
        _ = TakenDate.read(name)
    }
}
