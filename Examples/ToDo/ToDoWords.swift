import AviaryServer

/// The sentences of this app in English, which is the language of the storyboard.
struct ToDoWords: AppWords {
    var list = "To do"
    var newTask = "New task"
    var question = "What is to be done?"
    var add = "Add"
    var tasks = "Tasks"
    var nothing = "Nothing to do."
    var clearDone = "Clear what is done"

    var addTask = "Add task"
    var tickOff = "Tick off"
    var delete = "Delete"
    var clear = "Clear"
    var deleted = "Task deleted"
    var cleared: @Sendable (Int) -> String = { "\($0) cleared" }
    var counted: @Sendable (Int) -> String = { $0 == 1 ? "1 task" : "\($0) tasks" }
    var blank = "A task needs a few words. Type some, then add it."
}

extension ToDoWords {
    /// The same in German.
    static let german = ToDoWords(
        list: "Aufgaben", newTask: "Neue Aufgabe", question: "Was ist zu tun?", add: "Hinzufügen",
        tasks: "Alle Aufgaben", nothing: "Nichts zu tun.", clearDone: "Erledigte wegräumen",
        addTask: "Neue Aufgabe", tickOff: "Abhaken", delete: "Löschen", clear: "Wegräumen",
        deleted: "Aufgabe gelöscht",
        cleared: { $0 == 1 ? "Eine erledigte Aufgabe weggeräumt" : "\($0) erledigte Aufgaben weggeräumt" },
        counted: { $0 == 1 ? "1 Aufgabe" : "\($0) Aufgaben" },
        blank: "Eine Aufgabe braucht ein paar Worte. Bitte etwas eingeben und dann hinzufügen.")
}
