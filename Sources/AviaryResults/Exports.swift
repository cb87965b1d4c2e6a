// One import serves for a program with live queries. Most signatures here name snapshots and changesets, and types of
// GRDB. All of GRDB is exported, because a filter such as `Column("score") > 0` needs its operators. Swift exports the
// operators of a module only together with the module.
//
// Foundation and Logging are not exported, although the initializers of `StoreFile` and `LiveStore` name a URL and a
// logger. A program that passes one imports its module. Logging's `Logger` would make the one of Apple's systems
// ambiguous.

@_exported public import AviarySnapshots
@_exported public import GRDB

@_exported public import protocol AviaryText.AppWords
@_exported public import protocol AviaryText.SpokenError
@_exported public import struct AviaryText.Words
