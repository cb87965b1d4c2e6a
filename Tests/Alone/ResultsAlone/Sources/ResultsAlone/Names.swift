import AviaryBatches
import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB

// Every public type of the libraries, written in a file that imports GRDB and Foundation as well. A name that one of them
// has, too, is ambiguous here, and does not compile. scripts/alone holds this list against the libraries.

enum Names {
    typealias Record = Player
    typealias Numbers = ListSnapshot<Int, Int64>

    typealias OfResults = (
        FetchedResults<Record>, ListRequest<Record>, any LiveRecord, SortKey, SectionKey, SizeKey, Dependency,
        LiveStore,
        LiveStore.Options, any FetchedResultsDelegate, SectionChange, ItemChange, ResultsError, ResultsStatistics,
        RowsSnapshot, RowsSection, RefetchReason, FetchedElements<Record>, ElementUpdates<Record>, History.Type,
        Aggregate, AggregateRequest, FetchedAggregates, GroupedValues, FetchedOutline<Record>, RowsOutline,
        ObservedResults<Record>, ObservedItems<Record>, ObservedItem<Record>, ObservedSection<Record>,
        Receipts.Type, UndoStack, UndoOutcome, RestorableTexts, ManualOrder,
        StoreFile, StoreError, StoreFigures, RequiredTable, ShapeFault,
        any StoreUpstream, WriteSet, UpstreamAnswer, UpstreamUnprepared, UpstreamError, RowChange, RowValue
    )
    typealias OfSnapshots = (
        any Snapshot<Int64>, Numbers, SnapshotError, SnapshotUpdate<Numbers>, SnapshotUpdates<Numbers>,
        any LiveList<Record>, Changeset<Int64>, ColumnSet, ItemIndexPath, ItemSize, BatchUpdate,
        BatchUpdateError, ListMessage<Int, Int64>, ListMessageError, SectionSnapshot<Int64>,
        any OutlineSnapshot<Int64>
    )
    typealias OfText = (Words, any AppWords, any SpokenError)
    typealias OfBatches = (any BatchUpdating, any ItemSetBatchUpdating, any RowBatchUpdating<Int>)
    typealias OfTesting = (
        StrictCollectionView<Player>, UpdateRecorder, RandomEdits, SeededGenerator, ReplayError, CollectedLog
    )
}
