import type { OriginKind } from '../../../domain/model.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import type { Scratch } from '../../../formats/scratch.ts'
import type { RecordInput } from '../../stateRecords/checkRecords.ts'
import type { SpoolRoom } from '../sources/spooled.ts'
import type { BatchSize } from './batches.ts'
import type { RetryOptions } from './retry.ts'

/** What a piece goes on from. */
export interface Append {
  /** The source whose lines it adds to, by the name that its program gives it. */
  readonly source: string
  /** The conversation whose sub-agent the lines are of. */
  readonly sidechainOf?: string | null | undefined
  /** State records of the conversation that are written with the lines, or not at all. */
  readonly records?: readonly RecordInput[] | null | undefined
}

/** What is to be imported, and how. */
export interface ImportTranscript {
  readonly source: ImportSource
  /** How long it is, where that is known; it waits for its turn among others of its length. */
  readonly bytes?: number | undefined
  /** Aborted once its client has gone before its turn has come. */
  readonly wanted?: AbortSignal | undefined
  /** Stands in place of the source's own name. */
  readonly fileName?: string | null
  /** Recognised from the content when absent. */
  readonly format?: string | null
  /** Stands in place of the conversation id that the file names. */
  readonly conversationId?: string | null
  readonly origin?: OriginKind | null
  /** Refuses a file with a line that no schema of its format fits. */
  readonly strict?: boolean | undefined
  /** Goes on from the lines of a source that grows by pieces. */
  readonly append?: Append | null
  /** Where much is remembered while it is read; in memory when absent. */
  readonly openScratch?: (() => Scratch) | undefined
  readonly batchSize?: BatchSize | undefined
  /** Told after each batch how many bytes of the file are stored, and how many nodes were in them. */
  readonly onProgress?: ((bytes: number, nodes: number) => void) | undefined
  /** Told whenever it has got on: something was read, stored or linked. */
  readonly onAdvance?: (() => void) | undefined
  /** The room for the transcript in a zip archive. */
  readonly spool?: SpoolRoom | undefined
  /** How it waits for a store that is away. */
  readonly retry?: RetryOptions | undefined
}
