#ifndef AVIARY_SQLITE_H
#define AVIARY_SQLITE_H

/// Switches the triggers of a connection on or off. Foreign keys' actions stay on.
///
/// `sqlite3_db_config` takes variable arguments, so Swift cannot call it.
///
/// Returns SQLite's result code.
int aviary_set_triggers(void *connection, int isOn);

#endif
