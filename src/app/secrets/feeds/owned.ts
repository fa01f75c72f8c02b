import { recordName, type StateRecord } from '../../../domain/records/stateRecord.ts'
import type { Run } from '../../../domain/records/run.ts'
import { isInstant } from '../../../domain/instants.ts'
import type { Event, Json } from '../../../domain/model.ts'
import { textOfJson } from '../../../domain/secrets/contentParts.ts'
import { sha256 } from '../../../domain/tree/pathHash.ts'
import { splitBatch } from '../../read/loaders.ts'
import type { Scope } from '../../scope.ts'
import { textOf } from '../attachmentTexts.ts'
import { noHolder, type Scannable } from '../scannable.ts'
import { isTexts, type OwnedList } from './perConversation.ts'

/** Returns the runs of conversations: their settings, questions and answers. */
export function runsOf({ store }: Scope): OwnedList<Run> {
  return {
    lists: (owners, after, limit) =>
      splitBatch(owners, (some) =>
        store.lists(
          some.map((owner) => ({
            list: 'runsOfConversation',
            owner,
            after: owner === owners[0] ? keyOf(after) : null,
            limit,
          })),
        ),
      ),
    placeOf: ({ claimedAt, runId }) => [claimedAt, runId],
    isPlace: (place) => isTexts(2)(place) && isInstant((place as readonly string[])[0] ?? ''),
    scannables: (runs) => Promise.resolve(runs.map(ofRun)),
    notScanned: () => [],
  }
}

const keyOf = (place: Json) => {
  if (place === null) return null
  const [sort = '', id = ''] = place as readonly string[]
  return { sort, id }
}

function ofRun({ conversationId, runId, settings, pending, answers }: Run): Scannable {
  const values = [settings ?? null, pending?.request ?? null, ...answers.map(({ answer }) => answer)]
  const text = textOfJson(values.filter((one) => one !== null) as Json)
  const of = { ...noHolder, conversationId, place: 'RUN' as const, block: null }
  return { id: sha256(JSON.stringify([conversationId, runId])), texts: text === '' ? [] : [{ ...of, text }] }
}

/** Returns an event as what is scanned: whatever a person or a program said in it. */
export function ofEvent({ id, conversationId, note, actor, details }: Event): Scannable {
  const text = textOfJson([note, actor, details].filter((one) => one !== null) as Json)
  const of = { ...noHolder, conversationId, place: 'LEDGER' as const, block: null }
  return { id, texts: text === '' ? [] : [{ ...of, text }] }
}

/** Returns the lines of conversations' ledgers, oldest first. */
export function ledgersOf({ store }: Scope): OwnedList<Event> {
  return {
    lists: (owners, after, limit) =>
      splitBatch(owners, (some) =>
        store.lists(
          some.map((owner) => ({
            ...{ list: 'ledger', owner, limit },
            after:
              owner === owners[0] && after !== null
                ? { sort: (after as readonly [number, string])[0], id: (after as readonly [number, string])[1] }
                : null,
          })),
        ),
      ),
    placeOf: ({ seq, id }) => [seq, id],
    isPlace: (place) => Array.isArray(place) && Number.isSafeInteger(place[0]) && isTexts(1)([place[1] as Json]),
    scannables: (events) => Promise.resolve(events.map(ofEvent)),
    notScanned: () => [],
  }
}

/** Returns the state records of conversations, by kind and key. */
export function recordsOf({ store }: Scope): OwnedList<StateRecord> {
  const anything = { kind: null, kindPrefix: null, keys: null, keyPrefix: null, beforeKey: null, descending: false }
  return {
    lists: (owners, after, limit) =>
      splitBatch(owners, (some) =>
        store.stateRecordLists(
          some.map((conversationId) => {
            const [kind = '', key = ''] = (after ?? []) as readonly string[]
            const place = conversationId === owners[0] && after !== null ? { conversationId, kind, key } : null
            return { ...anything, conversationId, after: place, limit }
          }),
        ),
      ),
    placeOf: ({ kind, key }) => [kind, key],
    isPlace: isTexts(2),
    scannables: async (records) => {
      const ids = [...new Set(records.flatMap(({ observationId }) => observationId ?? []))]
      const storedObservations = await splitBatch(ids, (some) => store.observations(some))
      const observations = new Map(storedObservations.flatMap((one) => (one ? [[one.id, one] as const] : [])))
      return records.map((record) => ofRecord(record, observations.get(record.observationId ?? '') ?? null))
    },
    notScanned: (records) => (records.some((one) => textOfRecord(one) === null) ? ['BINARY_RECORDS'] : []),
  }
}

function ofRecord(record: StateRecord, observation: Scannable['texts'][number]['observation']): Scannable {
  const { conversationId, kind, key } = record
  const text = textOfRecord(record) ?? ''
  const of = { ...noHolder, observation, conversationId, record: { kind, key }, place: 'STATE_RECORD' as const }
  return { id: sha256(recordName(record)), texts: text === '' ? [] : [{ ...of, block: null, text }] }
}

/** Null: it is bytes, and no text. */
function textOfRecord({ value, base64 }: StateRecord): string | null {
  return base64 === null ? textOfJson(value) : textOf(Buffer.from(base64, 'base64'))
}
