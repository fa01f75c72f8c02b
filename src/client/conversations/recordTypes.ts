import type { PutRecordsMutation, StateRecordItemFragment } from '../documents/generated.ts'
import type * as inputs from '../schema/generated.ts'
import type { QueryOptions } from '../typedDocument.ts'
import type { Pages, WriteOptions } from './listTypes.ts'

/** State that a program keeps beside a conversation. */
export type StateRecord = StateRecordItemFragment
/** What a write says of a record: not what is in it. */
export type WrittenRecord = PutRecordsMutation['putRecords']['records'][number]

/** Some records of a conversation: those that meet every given condition. */
export interface RecordRange {
  readonly kind?: string | undefined
  /** Not together with `kind`. */
  readonly kindPrefix?: string | undefined
  /** These alone, at most 1,000: of one `kind`. */
  readonly keys?: readonly string[] | undefined
  readonly keyPrefix?: string | undefined
}
export interface RecordList extends RecordRange {
  /** Only keys that sort before this one. */
  readonly beforeKey?: string | undefined
  /** ASCENDING when left out. */
  readonly order?: inputs.KeyOrder | undefined
  /** The size of a page, 1 to 1,000; 100 when left out. */
  readonly first?: number | undefined
}

/** A keyed map beside a conversation, which no transcript, hash or search sees. */
export interface Records {
  /** Returns a record; null where there is none. */
  get(kind: string, key: string, options?: QueryOptions): Promise<StateRecord | null>
  /** Returns the values of one kind by these keys, 1,000 at most; one that is not there, or is bytes, is left out. */
  values(kind: string, keys: readonly string[], options?: QueryOptions): Promise<Map<string, unknown>>
  /** Those of a range, by kind and key. */
  list(range?: RecordList): Pages<StateRecord>
  /** Returns the kinds that there are. */
  kinds(prefix?: string, options?: QueryOptions): Promise<string[]>
  /** Writes records, at most 1,000, all of them or none; a conversation that does not exist yet is made. */
  put(
    records: inputs.StateRecordInput | readonly inputs.StateRecordInput[],
    options?: WriteOptions,
  ): Promise<WrittenRecord[]>
  /** Deletes those of a range, and returns how many; `{}` is all of them. */
  delete(range: RecordRange, options?: WriteOptions): Promise<number>
}

/** The records of all conversations that are not deleted. */
export interface AllRecords {
  /** Those of one kind, which does not end with `.part`, by key. */
  list(range: {
    readonly kind: string
    readonly keyPrefix?: string | undefined
    readonly beforeKey?: string | undefined
    readonly order?: inputs.KeyOrder | undefined
    readonly first?: number | undefined
  }): Pages<StateRecord>
  /** Returns the kinds that there are, those that end with `.part` left out. */
  kinds(prefix?: string, options?: QueryOptions): Promise<string[]>
}
