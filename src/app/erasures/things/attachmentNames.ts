import { buffer } from 'node:stream/consumers'
import { noRecords, type Changes } from '../../../domain/changes.ts'
import {
  embedsOne,
  messageWithoutNames,
  namesOf,
  withoutNames,
  type AttachmentTraces,
} from '../../../domain/erasure/attachmentTraces.ts'
import type { Erasure } from '../../../domain/erasure/erasure.ts'
import { noRewrites } from '../../../domain/erasure/rewrites.ts'
import type { Hash, Observation, ObservationId } from '../../../domain/model.ts'
import { rawOrigin } from '../../../domain/records/importedFields.ts'
import type { WalkPage } from '../../../storage/graphStore.ts'
import { splitBatch } from '../../read/loaders.ts'
import type { Scope } from '../../scope.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { commitSettled } from '../../write/lanes/commit.ts'
import { cutChunks } from './cutLines.ts'

/** Observations that one transaction takes names out of. */
const atOnce = 100
const pageLength = 500

/** What is remembered of an observation that embeds an attachment: nothing that it says. */
export interface Embedding {
  readonly id: ObservationId
  readonly conversationId: string
  /** A name of the attachment is part of what its hash is of, and no salt hides it. */
  readonly isPlain: boolean
  /** By conversation and source, as one text; null where it is of no file. */
  readonly source: string | null
}

/** Returns the observations that embed one of some attachments and are not erased; reads all of the tenant's. */
export async function embeddingsOf(scope: Scope, ids: readonly Hash[]): Promise<Embedding[]> {
  const embeddings: Embedding[] = []
  const wanted = new Set(ids)
  for (let after: string | null = null; wanted.size > 0;) {
    scope.signal?.throwIfAborted()
    const page: WalkPage<'observations'> = await scope.store.walk('observations', { after, limit: pageLength })
    for (const one of page.items)
      if (one.erased === undefined && embedsOne(one, wanted)) embeddings.push(embeddingOf(one, wanted))
    after = page.next
    if (after === null) break
  }
  return embeddings
}

function embeddingOf(one: Observation, ids: ReadonlySet<Hash>): Embedding {
  const origin = rawOrigin(one)
  return {
    ...{ id: one.id, conversationId: one.conversationId },
    isPlain: one.salt === null && namesOf(one, ids).length > 0,
    source: origin && JSON.stringify([origin.conversationId, origin.source]),
  }
}

/** Takes the names and bytes of attachments out of what embeds them and stays, and out of the files that this was read from. */
export async function takeOutTraces(scope: Scope, erasure: Erasure): Promise<Embedding[]> {
  const ids = erasure.plan?.askedAttachmentIds ?? []
  const embeddings = await embeddingsOf(scope, ids)
  const contents = embeddings.some(({ source }) => source !== null) ? await contentsOf(scope, ids) : []
  const known = await scope.store.attachments(ids)
  const names = known.flatMap((one) => (one?.fileName == null ? [] : [one.fileName]))
  const groups = new Map<string, Embedding[]>()
  for (const one of embeddings) groups.set(one.conversationId, [...(groups.get(one.conversationId) ?? []), one])
  for (const [conversationId, own] of groups)
    for (let from = 0; from < own.length; from += atOnce)
      await takeOutSome(
        scope,
        erasure,
        { conversationId, some: own.slice(from, from + atOnce), isFirst: from === 0 },
        { names, contents },
      )
  for (let from = 0; from < embeddings.length; from += 1000)
    await scope.search.refresh(
      scope.tenant,
      embeddings.slice(from, from + 1000).map(({ id }) => id),
    )
  return embeddings
}

/** Bytes as raw lines may hold them. */
async function contentsOf({ attachmentBytes, tenant }: Scope, ids: readonly Hash[]): Promise<string[]> {
  const contents: string[] = []
  for (const id of ids) {
    const stream = await attachmentBytes.get(tenant, id, null)
    if (stream === null) continue
    const bytes = await buffer(stream)
    contents.push(bytes.toString('base64'))
    const text = bytes.toString('utf8')
    if (Buffer.from(text).equals(bytes)) contents.push(text)
  }
  return contents
}

interface Batch {
  readonly conversationId: string
  readonly some: readonly Embedding[]
  readonly isFirst: boolean
}

async function takeOutSome(scope: Scope, erasure: Erasure, batch: Batch, traces: AttachmentTraces): Promise<void> {
  const owners = batch.some.flatMap(({ source }) =>
    source === null ? [] : [(JSON.parse(source) as string[])[0] ?? ''],
  )
  const lanes = [...new Set([batch.conversationId, ...owners])]
  await commitSettled(scope, lanes, async (laneStates) => {
    scope.reads.clear()
    const storedObservations = await splitBatch(
      batch.some.map(({ id }) => id),
      (part) => scope.store.observations(part),
    )
    const open = storedObservations.flatMap((one) => (one && one.erased === undefined ? one : []))
    const changes = await changesFor(scope, erasure, open, traces)
    const isNothing =
      (changes.rewrites?.observations.length ?? 0) + changes.rawChunks.length + changes.messages.length === 0
    if (isNothing) return { changes: null, after: new Map(), result: null }
    const conversations = laneStates.flatMap(({ frontier }) => frontier?.conversation ?? [])
    const event = newEvent(scope, 'ERASE', batch.isFirst ? batch.conversationId : null, {
      details: { erasureId: erasure.id },
    })
    const raised = conversations.map((one) => ({ expected: one.version, value: { ...one, version: one.version + 1 } }))
    return { changes: { ...changes, events: [event], conversations: raised }, after: new Map(), result: null }
  })
}

async function changesFor(
  scope: Scope,
  erasure: Erasure,
  open: readonly Observation[],
  { names, contents }: AttachmentTraces,
): Promise<Omit<Changes, 'events' | 'conversations'>> {
  const ids = new Set(erasure.plan?.askedAttachmentIds ?? [])
  const tracesOf = (one: Observation): AttachmentTraces => ({ names: [...names, ...namesOf(one, ids)], contents })
  const observations = open
    .map((one) => withoutNames(one, ids, erasure.id, rawOrigin(one) && tracesOf(one)))
    .filter((one, i) => one !== open[i])
  const messageIds = [...new Set(open.flatMap(({ messageId }) => messageId ?? []))]
  const messages = await splitBatch(messageIds, (some) => scope.store.messages(some))
  const lines = open.map((one) => ({ origin: rawOrigin(one), traces: tracesOf(one) }))
  return {
    ...{ observations: [], segments: [], junctions: [], key: null, importMarks: [] },
    messages: messages.flatMap((one) => {
      const value = one && messageWithoutNames(one, ids)
      return value === null || JSON.stringify(value) === JSON.stringify(one) ? [] : [{ isNew: false, value }]
    }),
    rawChunks: await cutChunks(scope, lines, erasure.id),
    ...noRecords,
    rewrites: { ...noRewrites, observations },
  }
}
