// Nearly every app names its words, so one import serves. The other declarations of AviaryText are not exported: they
// would add methods to the texts of an app.

@_exported public import protocol AviaryText.AppWords
@_exported public import protocol AviaryText.SpokenError
@_exported public import struct AviaryText.Words
