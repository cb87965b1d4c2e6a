extension Words {
    /// The words in German. They address nobody as *du* or *Sie*, so they fit into any app.
    ///
    /// They are a translation like that of any app: a copy of the English words, with other sentences in it. A test
    /// names the sentences that are still English.
    public static let german: Words = {
        var words = Words.english
        words.language = "de"
        words.page = .german
        words.views = .german
        words.fields = .german
        words.script = .german
        words.uploads = .german
        words.access = .german
        words.undo = .german
        words.jobs = .german
        words.store = .german
        return words
    }()
}

extension Words.Page {
    fileprivate static let german = Self(
        notFound: "Nicht gefunden",
        nothingHere: "Unter dieser Adresse gibt es keine Seite.",
        start: "Zur Startseite",
        withoutScripts: "Ohne JavaScript zeigt diese Seite nur den Stand beim Laden, und nur den Anfang der Listen.",
        navigation: "Bereiche",
        serverFailed: "Auf dem Server ist etwas schiefgegangen. Näheres steht in seinem Protokoll.",
        actionFailed: "Das hat nicht geklappt. Bitte noch einmal versuchen.",
        outcomeUnknown:
            "Noch ist nicht bekannt, ob das gespeichert wurde: Die Datenbank antwortet nicht. Die Auskunft kommt, sobald es geht.",
        wasNotSaved:
            "Das wurde nicht gespeichert: Die Verbindung zur Datenbank ging verloren. Nichts wurde geändert; bitte noch einmal versuchen.",
        serverEnded: "Der Server ist dabei abgestürzt und wurde neu gestartet. Nichts wurde geändert.",
        isClosed: "Der Dialog dafür ist schon geschlossen, deshalb wurde nichts getan.",
        sheetIsLost:
            "Die Verbindung ging verloren. Was über der Seite offen war, wurde geschlossen und kann neu geöffnet werden.",
        questionIsGone:
            "Die Frage war schon zurückgezogen, deshalb zählt die Antwort nicht. Bitte noch einmal versuchen.",
        menuIsGone: "Nichts wurde getan: Was zu diesem Menü gehörte, gibt es nicht mehr.",
        tooManyActions: "Nichts wurde getan: Es warten schon zu viele Befehle.",
        tooMuchWork:
            "Nichts wurde getan: Es wird noch zu viel anderes aus diesem Browser bearbeitet. Bitte gleich noch einmal versuchen.",
        wasStopped:
            "Die Verbindung ging vor dem Ende verloren, deshalb wurde abgebrochen. Bitte noch einmal versuchen.",
        tooManyLargeActions:
            "Nichts wurde getan: Es warten schon zu viele große Änderungen; bitte gleich noch einmal versuchen.",
        working: "In Arbeit …",
        stop: "Abbrechen",
        actionStopped: "Abgebrochen.",
        notCopied: "Nichts wurde kopiert, und nichts anderes geändert.",
        copyInterrupted: "Die Verbindung ging beim Kopieren verloren. Nichts wurde geändert.",
        cancel: "Abbrechen",
        nothingAtAddress: "Unter dieser Adresse gibt es nichts.")
}

extension Words.Views {
    fileprivate static let german = Self(
        selection: { count, all in
            count == 0
                ? "Nichts ausgewählt"
                : "\(Words.number(count, in: "de")) von \(Words.number(all, in: "de")) ausgewählt"
        },
        stillLoading: "Die Liste wird noch geladen. Bitte gleich noch einmal versuchen.",
        itemIsGone: "Das gibt es nicht mehr, deshalb wurde nichts verschoben.",
        itemIsFixed: "Das lässt sich nicht verschieben.",
        targetIsRefused: "Dorthin lässt sich das nicht verschieben.",
        dropIsRefused: "Das lässt sich hier nicht ablegen.")
}

extension Words.Fields {
    fileprivate static let german = Self(
        missing: "Bitte ausfüllen.",
        notChosen: "Bitte auswählen.",
        notNumber: "Bitte eine Zahl eingeben, etwa 12.5 (mit Punkt).",
        notWhole: "Bitte eine ganze Zahl eingeben, etwa 12.",
        notDate: "Bitte ein gültiges Datum eingeben, im Jahr 1 bis 9999.",
        notTime: "Bitte eine Uhrzeit eingeben, etwa 07:30.",
        notColor: "Bitte eine Farbe wählen, etwa #3366cc.",
        notText: "Dieser Text hat Zeichen, die sich nicht speichern lassen. Bitte neu eingeben.",
        tooSmall: { "Mindestens \($0)." },
        tooLarge: { "Höchstens \($0)." },
        offStep: { "Bitte \($1) eingeben, oder mehr in Schritten von \($0)." },
        tooShort: { $0 == 1 ? "Bitte mindestens ein Zeichen eingeben." : "Bitte mindestens \($0) Zeichen eingeben." },
        tooLong: { $0 == 1 ? "Bitte höchstens ein Zeichen eingeben." : "Bitte höchstens \($0) Zeichen eingeben." })
}

extension Words.Script {
    fileprivate static let german = Self(
        reconnecting: "Verbindung wird gesucht …",
        noAnswer: "Noch keine Antwort. Es wird weiter versucht …",
        serverIsFull: "Es sind zu viele Fenster offen. Dieses wartet.",
        signedOut: "Die Anmeldung ist beendet. Zum Anmelden bitte neu laden. Was eingegeben wurde, bleibt.",
        notConnected: "Keine Verbindung, deshalb wurde nichts getan. Bitte später noch einmal versuchen.",
        tooManyPresses: "Keine Verbindung, und es warten schon andere Befehle. Dieser zählt nicht.",
        pageMoved: "Die Seite hat sich unter dem Zeiger bewegt, deshalb zählt das nicht.",
        stillWorking: "Der erste Befehl läuft noch, deshalb zählt dieser nicht.",
        tooLong: "Das ist zu lang zum Senden. Bitte kürzen und noch einmal versuchen.",
        changedElsewhere:
            "%1 wurde anderswo in „%2“ geändert. Die Eingabetaste behält die eigene Eingabe, Escape zeigt die Änderung.",
        removedElsewhere: "Das wurde anderswo während der Eingabe entfernt. Eingegeben war „%1“.",
        typed: "„%1“",
        sheetIsGone: "Der Dialog der Eingabe wurde geschlossen. Eingegeben war %1.",
        choiceIsGone: "%1: „%2“ wurde anderswo entfernt und ist deshalb nicht mehr gewählt.",
        fieldHasChanged: "%1 ist jetzt „%2“.",
        anotherHasChanged: "Ein weiteres Feld hat sich geändert.",
        othersHaveChanged: "%1 weitere Felder haben sich geändert.",
        dismiss: "Schließen",
        cancel: "Abbrechen",
        actions: "Befehle",
        sections: "Abschnitte",
        copy: "Kopieren",
        textToCopy: "Text zum Kopieren",
        copyByHand: "In diesem Browser geht das Kopieren nur von Hand.",
        position: "Position %1 von %2.",
        positionInSection: "Position %1 von %2 in %3.",
        moved: "An Position %1 von %2 verschoben.",
        movedIntoSection: "An Position %1 von %2 in %3 verschoben.",
        movedIntoList: "Nach %1 verschoben.",
        notMoved: "Nicht verschoben.",
        nothingBegins: "Nichts beginnt mit „%1“.",
        oneIsNew: "1 neu",
        othersAreNew: "%1 neu",
        noFilesHere: "Hier lassen sich keine Dateien ablegen.",
        sendingFile: "„%1“ wird gesendet",
        sendingFiles: "%1 Dateien werden gesendet",
        fileWasNotSent: "„%1“ wurde nicht gesendet. %2",
        filesWereNotSent: "%1 Dateien wurden nicht gesendet.",
        fileHasNoSheet:
            "„%1“ wurde nicht gesendet, weil der Dialog dafür geschlossen wurde. Bitte wieder öffnen und die Datei neu wählen.",
        anotherHasNoSheet:
            "„%1“ und eine weitere Datei wurden nicht gesendet, weil der Dialog dafür geschlossen wurde. Bitte wieder öffnen und die Dateien neu wählen.",
        filesHaveNoSheet:
            "„%1“ und %2 weitere Dateien wurden nicht gesendet, weil der Dialog dafür geschlossen wurde. Bitte wieder öffnen und die Dateien neu wählen.",
        fileWasRefused: "Der Server hat sie nicht angenommen (%1).",
        fileHasChanged: "Sie ist nicht mehr lesbar: Seit der Auswahl wurde sie verschoben oder geändert.",
        filesAreWaiting: "Es warten noch Dateien auf das Senden.",
        goOnSending: "Weiter senden",
        tryAgain: "Noch einmal versuchen",
        files: "Dateien",
        sent: "Gesendet",
        fileSent: "%1, gesendet",
        cancelFile: "%1 abbrechen",
        keyControl: "Strg",
        keyShift: "Umschalt",
        keyDelete: "Entf",
        keyEnter: "Eingabe")
}

extension Words.Uploads {
    fileprivate static let german = Self(
        tooLarge: { "Diese Datei ist zu groß: Höchstens \($0) sind erlaubt. Nichts davon wurde behalten." },
        wrongType: "Dateien dieser Art werden hier nicht angenommen. Nichts davon wurde behalten.",
        tooMany:
            "Aus diesem Browser sind schon zu viele Dateien unterwegs. Diese kann gesendet werden, wenn einige fertig sind.",
        full:
            "Der Server hat keinen Platz für diese Datei. Nichts davon wurde behalten. Bitte dort Platz schaffen, dann neu senden.",
        lost: "Diese Datei ist nicht mehr auf dem Server. Bitte neu auswählen.",
        tooLong:
            "Es kam mehr an, als für diese Datei angekündigt war, deshalb wurde nichts davon behalten. Bitte neu senden.",
        superseded: "Eine andere Verbindung hat diese Datei weiter gesendet.",
        hasArrived: "Diese Datei ist angekommen und wird gerade einsortiert.",
        interrupted: "Die Verbindung ging verloren. Was ankam, ist behalten.",
        notStored: "Der Server konnte diese Datei nicht behalten. Näheres steht in seinem Protokoll.")
}

extension Words.Access {
    fileprivate static let german = Self(
        tokenIsMissing: "Dieser Server fragt nach seinem Schlüssel, der beim Start angezeigt wurde.",
        tokenIsWrong: "Das ist nicht der Schlüssel dieses Servers.",
        sessionHasEnded: "Dieser Browser ist abgemeldet. Zum Anmelden bitte den Schlüssel des Servers eingeben.",
        tokenIsWrongOften:
            "Das ist nicht der Schlüssel dieses Servers. Viele falsche kamen aus diesem Netz; der richtige gilt weiterhin.",
        signInNeeded: "Niemand ist angemeldet. Bitte die Seite neu laden und anmelden.",
        passwordNeeded: "Diese Seite fragt nach Name und Kennwort. Zum Eingeben bitte neu laden.",
        passwordIsWrongOften:
            "Viele falsche Kennwörter kamen aus diesem Netz. Bitte in einer Minute noch einmal versuchen.",
        visitorUnknown: "Die Anmeldung lässt sich gerade nicht prüfen. Bitte bald noch einmal versuchen.",
        token: "Schlüssel",
        open: "Öffnen",
        hasBeenHere: "Hier war ich schon einmal",
        signedIn: { browsers in
            switch browsers {
            case ...1: "Dieser Browser ist angemeldet."
            case 2: "Dieser Browser ist angemeldet, und ein anderer auch."
            default: "Dieser Browser ist angemeldet, und \(browsers - 1) andere auch."
            }
        },
        signOut: "Abmelden",
        signOutEverywhere: "Überall abmelden",
        signOutNote:
            "Wer den Schlüssel kennt, kann sich wieder anmelden. Um andere auszuschließen, braucht der Server beim nächsten Start einen neuen.",
        start: "Zur Startseite",
        goOn: "Weiter",
        serverIsFull: "Dieser Server ist voll. Bitte gleich noch einmal versuchen.",
        tryAgain: "Noch einmal versuchen")
}

extension Words.Undo {
    fileprivate static let german = Self(
        undo: "Rückgängig",
        redo: "Wiederholen",
        undoStep: { "Rückgängig: \($0)" },
        redoStep: { "Wiederholen: \($0)" },
        noUndo: "Es gibt nichts mehr rückgängig zu machen. Nichts wurde geändert.",
        noRedo: "Es gibt nichts mehr zu wiederholen. Nichts wurde geändert.",
        undoIsLost:
            "Es gibt nichts mehr rückgängig zu machen. Das Programm wurde neu gestartet, oder diese Seite war zu lange weg. Nichts wurde geändert.",
        redoIsLost:
            "Es gibt nichts mehr zu wiederholen. Das Programm wurde neu gestartet, oder diese Seite war zu lange weg. Nichts wurde geändert.",
        nothingToUndo: "Es gab nichts rückgängig zu machen. Nichts wurde geändert.",
        nothingToRedo: "Es gab nichts zu wiederholen. Nichts wurde geändert.",
        restored: { "Wiederhergestellt: \($0)." },
        nothingRestored: "Nichts wurde wiederhergestellt.",
        changedAgain: { "Wieder geändert: \($0)." },
        nothingChangedAgain: "Nichts wurde wieder geändert.",
        keptAsChanged: { "So gelassen, weil anderswo geändert: \($1)." },
        keptWithTables: { "So gelassen, weil ein anderes Programm die Tabellen geändert hat: \($1)." },
        lost: { count, table in
            let rows = count == 1 ? "Eine Zeile" : "\(Words.number(count, in: "de")) Zeilen"
            return
                "\(rows) der Tabelle \(table), die der Schritt auch geändert hat, \(count == 1 ? "lässt" : "lassen") sich nicht wiederherstellen: Sie hat keinen Verlauf."
        },
        replaced: { "Jemand hat das inzwischen in „\($0)“ umbenannt. Der eigene Name hat diesen ersetzt." },
        replacedSeveral: {
            "Jemand hat inzwischen \(Words.number($0, in: "de")) davon umbenannt. Die eigenen Namen haben diese ersetzt: \($1)."
        },
        replacedPair: { "„\($0)“ statt „\($1)“" },
        replacedMany: {
            "Jemand hat inzwischen \(Words.number($0, in: "de")) davon umbenannt. Die eigenen Namen haben diese ersetzt."
        })
}

extension Words.Jobs {
    fileprivate static let german = Self(
        title: "Aufträge",
        empty: "Gerade läuft nichts.",
        cancel: "Abbrechen",
        tryAgain: "Noch einmal versuchen",
        remove: "Entfernen",
        waiting: "Wartet",
        running: "Läuft",
        cancelling: "Wird abgebrochen …",
        cancelled: "Abgebrochen",
        done: "Fertig",
        interrupted: "Abgebrochen, weil das Programm beendet wurde.",
        progress: { "\(Words.number($0, in: "de")) von \(Words.number($1, in: "de"))" },
        progressWithoutEnd: { "\(Words.number($0, in: "de")) fertig" },
        unknownKind: { "Dieses Programm kennt „\($0)“ nicht. Nichts wurde begonnen." },
        unreadable: { "Dieses Programm kann nicht lesen, was „\($0)“ braucht. Bitte neu beginnen." },
        notStopped: "Der Auftrag ist nicht angehalten, oder er wurde entfernt. Nichts wurde begonnen.",
        tooMany: {
            "Es warten schon \($0) Aufträge. Nichts wurde begonnen; bitte noch einmal versuchen, wenn einige fertig sind."
        },
        noLocks:
            "Das Dateisystem der Datenbank hat keine Sperren, deshalb sind Aufträge nicht möglich. Nichts wurde begonnen; bitte die Datenbank auf eine lokale Platte legen.",
        closed:
            "Das Programm wird gerade beendet. Nichts wurde begonnen; bitte noch einmal versuchen, wenn es wieder läuft."
    )
}

extension Words.Store {
    fileprivate static let german = Self(
        directoryUnusable: { "Das Verzeichnis \($0) kann die Datenbank nicht aufnehmen: \($1)." },
        nothingThere: { "In \($0) gibt es keine Datenbank." },
        damaged: {
            "\($0) ist beschädigt oder keine Datenbank. Daran wurde nichts geändert; bitte eine Sicherung an die Stelle legen."
        },
        foreign: {
            "\($0) ist die Datenbank eines anderen Programms. Daran wurde nichts geändert; bitte woandershin verschieben."
        },
        newer: {
            "\($0) stammt von einer neueren Version dieses Programms. Daran wurde nichts geändert; bitte mit jener Version öffnen."
        },
        older: {
            "\($0) stammt von einer älteren Version dieses Programms. Daran wurde nichts geändert; bitte einmal zum Schreiben öffnen. Dabei bleibt eine Kopie erhalten, und die Datenbank kommt auf diese Version."
        },
        misshapen: {
            "\($0) lässt sich nicht zeigen. \($1) Daran wurde nichts geändert; bitte die Tabellen zurückändern oder eine Sicherung an die Stelle legen."
        },
        lacksTable: { "Die Tabelle \($0) fehlt." },
        lacksColumn: { "In der Tabelle \($0) fehlt die Spalte \($1)." },
        lacksKey: { "In der Tabelle \($0) ist die Spalte \($1) nicht der Primärschlüssel." },
        logAlone: {
            "\($0) ist leer oder fehlt, aber das Protokoll \($0)-wal ist da und enthält, was zuletzt gespeichert wurde. Nichts wurde geändert; bitte die Datenbank, oder eine Kopie beider Dateien, neben das Protokoll legen. Für eine leere Datenbank bitte das Protokoll wegräumen."
        },
        logUnreadable: {
            "Neben \($0) liegt ein Protokoll, \($0)-wal, das sich nicht lesen lässt, wo nichts geschrieben werden darf. Nichts wurde geändert; bitte beide Dateien in ein beschreibbares Verzeichnis kopieren."
        },
        locked: {
            "Ein anderes Programm hat das Verzeichnis \($0) gesperrt. Nichts wurde geändert; bitte warten, bis es fertig ist, oder es beenden, und dann noch einmal versuchen."
        },
        lockedBy: {
            "Ein anderes Programm (\($1)) hat das Verzeichnis \($0) gesperrt. Nichts wurde geändert; bitte warten, bis es fertig ist, oder es beenden, und dann noch einmal versuchen."
        },
        unreadable: { "\($0) lässt sich nicht benutzen: \($1)" },
        notCopied: { "\($0) ist von einer älteren Version und ließ sich vor dem Ändern nicht kopieren. \($1)" },
        notMigrated: {
            "\($0) ließ sich nicht auf diese Version bringen. Der frühere Stand liegt in \($1). \($2)"
        },
        migrationFailed: { "Die Migration ist gescheitert. \($0)" },
        namedMigrationFailed: { "Die Migration „\($0)“ ist gescheitert. \($1)" },
        readOnly: "Diese Datenbank ist nur zum Lesen geöffnet. Nichts wurde geändert.",
        identifiersUsedUp: {
            "Die Tabelle \($0) hat ihre größte Nummer vergeben und nimmt keine Zeilen mehr auf. Nichts wurde geändert; bitte diesen Zeilen kleinere Nummern geben und den Zähler in sqlite_sequence senken."
        },
        copyUnusable:
            "Die Kopie der Datenbank auf diesem Rechner ist unbrauchbar. Eine neue entsteht von selbst; bitte gleich noch einmal versuchen.",
        diskFailing:
            "Die Platte lässt sich nicht beschreiben: Sie ist voll oder defekt. Nichts wurde geändert; bitte Platz schaffen und noch einmal versuchen.",
        busy:
            "Ein anderes Programm hält die Datenbank fest. Nichts wurde geändert; bitte gleich noch einmal versuchen.",
        diskFull: "Die Platte ist voll. Nichts wurde geändert; bitte Platz schaffen und noch einmal versuchen.",
        notWritable:
            "Die Datenbank ist schreibgeschützt. Nichts wurde geändert; bitte sie und ihr Verzeichnis beschreibbar machen und noch einmal versuchen.",
        unreachable:
            "Die Datenbank ist nicht erreichbar. Nichts wurde geändert; bitte prüfen, ob ihr Verzeichnis existiert und lesbar ist, und noch einmal versuchen.",
        isDamaged:
            "Die Datenbank ist beschädigt. Nichts wurde geändert; bitte das Programm beenden und eine Sicherung an die Stelle legen.",
        otherError: { "Die Datenbank meldet einen Fehler: \($0). Nichts wurde geändert." },
        tableIsGone: {
            "Die Datenbank hat die Tabelle \($0) nicht mehr. Diese Seite bleibt, wie sie war, bis das zurückgenommen oder eine Sicherung eingespielt ist."
        },
        columnIsGone: {
            "Die Tabelle \($0) hat die Spalte \($1) nicht mehr. Diese Seite bleibt, wie sie war, bis das zurückgenommen oder eine Sicherung eingespielt ist."
        },
        tableUnreadable: {
            "Die Tabelle \($0) lässt sich nicht lesen: \($1). Diese Seite bleibt, wie sie war, bis das zurückgenommen oder eine Sicherung eingespielt ist."
        },
        closed: "Die Datenbank wurde geschlossen.",
        gone: {
            "Die Datenbank ist weg: \($0) wurde verschoben oder entfernt. Nichts wird geändert, bis sie, oder eine Kopie davon, wieder da ist."
        },
        replaced: {
            "Die Datenbank wurde ersetzt: \($0) ist jetzt eine andere Datei. Nichts wird geändert, bis diese geöffnet oder das Programm neu gestartet ist."
        },
        logGone: {
            "Das Protokoll der Datenbank neben \($0) wurde entfernt. Nichts wurde geändert. Bitte gleich noch einmal versuchen; wenn es so bleibt, bitte die anderen Programme schließen, die die Datenbank geöffnet haben."
        },
        tooLongAgo: { "„\($0)“ ist zu lange her, um rückgängig gemacht zu werden. Nichts wurde geändert." },
        belowItself: "Eine Zeile kann nicht unter sich selbst verschoben werden.",
        upstreamUnreachable:
            "Die Datenbank ist nicht erreichbar. Nichts wurde geändert; bitte gleich noch einmal versuchen.",
        outcomeUnknown:
            "Die Verbindung zur Datenbank ging beim Speichern verloren. Ob die Änderung gespeichert wurde, ist nicht bekannt; bitte nachsehen, wenn die Verbindung wieder da ist.",
        givenUp:
            "Das wurde schon einmal verlangt, und die Antwort war, dass es nicht geschehen ist. Nichts wurde geändert; bitte noch einmal versuchen.",
        contested:
            "Andere ändern gerade dasselbe. Nichts wurde geändert; bitte gleich noch einmal versuchen.",
        refused: { "Die Datenbank nimmt diese Änderung nicht an: \($0). Nichts wurde geändert." },
        unstorable: { "Die Datenbank kann \($1) von \($0) nicht speichern: \($2). Nichts wurde geändert." },
        outsideUpstream: {
            "Die Tabelle \($0) folgt der Datenbank nicht, eine Änderung daran ginge verloren. Nichts wurde geändert."
        },
        schemaChanged: "Eine Änderung darf nicht die Tabellen einer Kopie ändern. Nichts wurde geändert.",
        noTable: { "Die Datenbank hat keine Tabelle oder Sicht namens \($0)." },
        noHistory: { "Für \($0) lässt sich kein Verlauf führen: Es ist keine Tabelle mit Zeilennummern." },
        noPrimaryKey: {
            "Nichts unterscheidet die Zeilen von \($0): primaryKey der Anfrage muss die Spalten des Schlüssels nennen."
        },
        noOldValues: {
            "Wie die Zeilen von \($0) waren, ist nicht bekannt: Der Verlauf wurde gekürzt, die Tabelle ist eine andere geworden, oder es gibt keinen Verlauf."
        },
        rowsUnreadable: { "Die Zeilen von \($0) lassen sich nicht lesen: \($1)." },
        scatteredSection: {
            "Die Zeilen des Abschnitts „\($0)“ stehen nicht beisammen. Wonach Abschnitte geordnet sind, muss bei allen Zeilen eines Abschnitts gleich sein."
        },
        alreadyDone: { "Der Befehl mit der Quittung \($0) ist schon erledigt und wird nicht wiederholt." },
        noReceipts:
            "Die Datenbank hat keine Tabelle für Quittungen. Nichts wurde geändert; eine Migration muss Receipts.install(in:) aufrufen.",
        noSpace:
            "Die Platte ist voll. Bitte Platz schaffen und noch einmal versuchen; was vorher gespeichert war, ist sicher.",
        diskReadOnly:
            "Die Platte ist schreibgeschützt. Bitte beschreibbar machen und noch einmal versuchen; was vorher gespeichert war, ist sicher.",
        fileForbidden:
            "Eine Datei darf nicht benutzt werden. Bitte ihre Rechte ändern und noch einmal versuchen; was vorher gespeichert war, ist sicher.",
        fileMissing:
            "Eine Datei fehlt. Bitte zurücklegen und noch einmal versuchen; was vorher gespeichert war, ist sicher.",
        unknown: {
            "Das hat nicht geklappt: \($0). Was vorher gespeichert war, ist sicher; bitte noch einmal versuchen."
        })
}
