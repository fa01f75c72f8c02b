/** State that programs keep beside the turns of a conversation: no transcript, hash, search or sum sees it. */
import type { ConversationId, Instant, Json, ObservationId } from '../model.ts'

/** The records in which the proxy says where each message is that it has recorded. */
export const recordedMessageKind = 'proxy.link'
/** The records in which it stores what a request says besides its history: tools, system blocks, sampling. Written once, long, and seldom read. */
export const requestSetupKind = 'proxy.setup'

/** What one is found by. */
export interface StateRecordPlace {
  readonly conversationId: ConversationId
  readonly kind: string
  readonly key: string
}

export interface StateRecord extends StateRecordPlace {
  readonly parentKey: string | null
  /** Null where it is bytes. */
  readonly value: Json
  /** Bytes; null where it is a value. */
  readonly base64: string | null
  /** How often it was written, from 1: what a change expects unchanged. */
  readonly version: number
  /** What it is about: they are erased together. */
  readonly observationId: ObservationId | null
  readonly storedAt: Instant
}

/** Some of them: those that meet every condition that is not null. */
export interface StateRecordRange {
  /** Null: of all conversations that are not deleted; then of one kind, which is no part of others. */
  readonly conversationId: ConversationId | null
  readonly kind: string | null
  readonly kindPrefix: string | null
  readonly keys: readonly string[] | null
  readonly keyPrefix: string | null
  /** Only keys that sort before this one. */
  readonly beforeKey: string | null
}

/**
 * A record that is written only while the one of its place has the version `expected` (null: there is none), or records
 * that are deleted only while they are so many.
 */
export type StateRecordChange =
  | { readonly expected: number | null; readonly value: StateRecord }
  | { readonly expected: number; readonly dropped: StateRecordRange & { readonly conversationId: ConversationId } }

/** What becomes of a record whose key is there already. */
export type IfExists = 'REPLACE' | 'KEEP' | 'REFUSE'

/** A record as it is to be, its place in time and its version aside. */
export interface StateRecordDraft extends Omit<StateRecord, 'version' | 'storedAt'> {
  readonly ifExists: IfExists
  /** 0: it must not be there. */
  readonly expectedVersion: number | null
}

/** What comes of writing a record: it is written, what is there stays, or it is refused for what is there. */
export type RecordOutcome =
  | { readonly kind: 'written'; readonly value: StateRecord }
  | { readonly kind: 'kept'; readonly value: StateRecord }
  | { readonly kind: 'changed'; readonly expected: number; readonly found: number }
  | { readonly kind: 'exists'; readonly version: number }

/** Returns what comes of writing a record where `before` is (null: nothing is). */
export function writeRecord(before: StateRecord | null, draft: StateRecordDraft, storedAt: Instant): RecordOutcome {
  const { ifExists, expectedVersion, conversationId, kind, key, parentKey, value, base64, observationId } = draft
  const count = before?.version ?? 0
  if (expectedVersion !== null && expectedVersion !== count)
    return { kind: 'changed', expected: expectedVersion, found: count }
  if (before !== null && ifExists === 'REFUSE') return { kind: 'exists', version: before.version }
  if (before !== null && ifExists === 'KEEP') return { kind: 'kept', value: before }
  // Member by member: with a rest and a spread a hundred of them take three times as long.
  const version = count + 1
  const record = { conversationId, kind, key, parentKey, value, base64, version, observationId, storedAt }
  return { kind: 'written', value: record }
}

/** Returns the name of a place among all of a tenant. */
export function recordName({ conversationId, kind, key }: StateRecordPlace): string {
  return JSON.stringify([conversationId, kind, key])
}

/** Says whether records of this kind are parts of others, which are listed in their conversation alone. */
export const isPartKind = (kind: string): boolean => kind.endsWith('.part')

/** Compares kinds or keys by their UTF-8 bytes, as every store lists them. */
export function compareKeys(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

/** Says whether a record is one of a range, its conversation's deletion aside. */
export function isInRange(record: StateRecordPlace, range: StateRecordRange): boolean {
  const { conversationId, kind, kindPrefix, keys, keyPrefix, beforeKey } = range
  return (
    (conversationId === null ? !isPartKind(record.kind) : record.conversationId === conversationId) &&
    (kind === null || record.kind === kind) &&
    record.kind.startsWith(kindPrefix ?? '') &&
    (keys === null || keys.includes(record.key)) &&
    record.key.startsWith(keyPrefix ?? '') &&
    (beforeKey === null || compareKeys(record.key, beforeKey) < 0)
  )
}
