import { v4 } from 'uuid'
import * as documents from '../documents/generated.ts'
import type { QueryOptions } from '../typedDocument.ts'
import type { Ask } from './graph.ts'
import { pagesOf } from './pages.ts'
import type { AllRecords, RecordList, Records, StateRecord } from './recordTypes.ts'
import type { Pages } from './listTypes.ts'

/** So many kinds an answer has at most. */
const kindsAtOnce = 1000

/** Returns the state records of a conversation. */
export function recordsOf(ask: Ask, id: string): Records {
  return {
    async get(kind, key, options) {
      const { records } = await ask(documents.Records, { id, kind, keys: [key], first: 1 }, options)
      return records.nodes[0] ?? null
    },
    async values(kind, keys, options) {
      if (keys.length === 0) return new Map()
      const { records } = await ask(documents.ValuesOfRecords, { id, kind, keys, first: keys.length }, options)
      return new Map(records.nodes.flatMap(({ key, value, base64 }) => (base64 === null ? [[key, value]] : [])))
    },
    list: (range = {}) => listOf(ask, { id, ...range }),
    kinds: (prefix, options) => kindsOf(ask, { id, prefix }, options),
    async put(records, { idempotencyKey = v4(), ...options } = {}) {
      const all = Array.isArray(records) ? records : [records]
      if (all.length === 0) return []
      const input = { conversationId: id, records: all, idempotencyKey }
      return [...(await ask(documents.PutRecords, { input }, options)).putRecords.records]
    },
    async delete(range, { idempotencyKey = v4(), ...options } = {}) {
      const input = { ...range, conversationId: id, idempotencyKey }
      return (await ask(documents.DeleteRecords, { input }, options)).deleteRecords.deleted
    },
  }
}

/** Returns the state records of all conversations. */
export function allRecords(ask: Ask): AllRecords {
  return {
    list: (range) => listOf(ask, range),
    kinds: (prefix, options) => kindsOf(ask, { prefix }, options),
  }
}

function listOf(ask: Ask, { first, ...range }: RecordList & { readonly id?: string }): Pages<StateRecord> {
  return pagesOf(async ({ signal, ...page }) => {
    const { records } = await ask(documents.Records, { ...range, ...page }, { signal })
    return { items: records.nodes, ...records.pageInfo }
  }, first)
}

async function kindsOf(
  ask: Ask,
  request: { readonly id?: string; readonly prefix: string | undefined },
  options: QueryOptions | undefined,
): Promise<string[]> {
  const kinds: string[] = []
  for (;;) {
    const { recordKinds } = await ask(documents.KindsOfRecords, { ...request, after: kinds.at(-1) }, options)
    kinds.push(...recordKinds)
    if (recordKinds.length < kindsAtOnce) return kinds
  }
}
