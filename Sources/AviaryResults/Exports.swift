// One import serves for a program with live queries. Most signatures here name snapshots and changesets, and types of
// GRDB. All of GRDB is exported, because a filter such as `Column("score") > 0` needs its operators. Swift exports the
// operators of a module only together with the module.

@_exported public import AviarySnapshots
@_exported public import GRDB
