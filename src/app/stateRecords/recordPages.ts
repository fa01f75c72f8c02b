import type { StateRecord, StateRecordRange } from '../../domain/records/stateRecord.ts'
import { ReadTooLarge, type StateRecordListRequest } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'

const pageLength = 500

/** Yields the state records of a conversation in the order of their kinds and keys, a page at once, as the store has them now. */
export async function* recordPages(
  scope: Scope,
  conversationId: string,
  kind: string | null = null,
): AsyncGenerator<readonly StateRecord[]> {
  const range: StateRecordRange = {
    conversationId,
    kind,
    kindPrefix: null,
    keys: null,
    keyPrefix: null,
    beforeKey: null,
  }
  for (let after: StateRecord | null = null; ;) {
    scope.signal?.throwIfAborted()
    const page = await readPage(scope, { ...range, descending: false, after, limit: pageLength })
    if (page.length > 0) yield page
    const last: StateRecord | undefined = page.at(-1)
    if (last === undefined || page.length < pageLength) return
    after = last
  }
}

/** Returns a page of records. What is more than the store brings at once comes in parts, each drawn from the request's budget. */
export async function readPage(scope: Scope, request: StateRecordListRequest): Promise<StateRecord[]> {
  try {
    const [items = []] = await scope.store.stateRecordLists([request])
    return items
  } catch (thrown) {
    if (!(thrown instanceof ReadTooLarge) || request.limit < 2) throw thrown
    const half = request.limit >> 1
    const first = await readPage(scope, { ...request, limit: half })
    const last = first.at(-1)
    if (last === undefined || first.length < half) return first
    return [...first, ...(await readPage(scope, { ...request, after: last, limit: request.limit - half }))]
  }
}
