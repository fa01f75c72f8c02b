import type { Scope } from '../../../app/scope.ts'
import {
  recordedMessageKind,
  requestSetupKind,
  type StateRecord,
  type StateRecordPlace,
} from '../../../domain/records/stateRecord.ts'

/** Where each recorded message stands; the key is its link. */
export const linkKind = recordedMessageKind
/** System blocks, tools and sampling of requests; the key is a keyed digest of them. */
export const setupKind = requestSetupKind
/** Answers that later requests may name; the key is the provider's id. */
export const namedAnswerKind = 'proxy.answer'

const most = 1000
/** A history that so many conversations share is found in some of them. */
const mostPages = 20
const longestKey = 1024

/** Returns the records of a kind with these keys: of one conversation, or (null) of all that are not deleted. */
export async function recordsNamed(
  scope: Scope,
  kind: string,
  keys: readonly string[],
  conversationId: string | null,
): Promise<StateRecord[]> {
  const range = { conversationId, kind, kindPrefix: null, keys, keyPrefix: null, beforeKey: null }
  const all: StateRecord[] = []
  for (let after: StateRecordPlace | null = null; keys.length > 0;) {
    const request = { ...range, descending: false, after, limit: most }
    const [page = []]: StateRecord[][] = await scope.store.stateRecordLists([request])
    all.push(...page)
    after = page.at(-1) ?? null
    if (page.length < most || all.length >= most * mostPages) break
  }
  return all
}

/** Says whether a provider's id can be a key. */
export const isKey = (name: string): boolean =>
  name.trim() !== '' && Buffer.byteLength(name) <= longestKey && !/[\p{Cc}\p{Surrogate}]/u.test(name)
