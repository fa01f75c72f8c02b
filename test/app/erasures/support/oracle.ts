import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { Scope } from '../../../../src/app/scope.ts'
import type { DumpBatch } from '../../../../src/domain/contents.ts'
import { unpacked } from '../../../../src/formats/compressedLines.ts'
import { embeddingGuard } from '../../../../src/domain/records/attachment.ts'
import { textOf } from '../../../../src/formats/ndjson/values.ts'
import type { EraseTargets } from '../../../../src/domain/erasure/erasure.ts'
import type { Json, Message, Observation } from '../../../../src/domain/model.ts'
import { words, type Mark } from './markedWorld.ts'

/** What is stored under one identity, as JSON has it. */
export interface Row {
  readonly kind: string
  readonly id: string
  readonly value: Readonly<Record<string, Json>>
}

/** Returns all that a tenant has stored, by kind and id; bytes of raw lines and attachments as texts. */
export async function storedRows(scope: Scope): Promise<Map<string, Row>> {
  const portions: DumpBatch[] = []
  await scope.store.dump((portion) => void portions.push(portion))
  const rows = new Map<string, Row>()
  for (const { kind, values } of portions)
    for (const one of values) {
      const value = JSON.parse(textOf(kind, one as never)) as Row['value']
      const id = idOf(value)
      const lines =
        kind === 'rawChunk'
          ? { lines: (await unpacked(Buffer.from(value['bytes'] as string, 'base64'))).toString() }
          : {}
      const bytes = kind === 'attachment' ? await bytesOf(scope, id) : {}
      rows.set(`${kind} ${id}`, { kind, id, value: { ...value, ...lines, ...bytes } })
    }
  return rows
}

async function bytesOf({ attachmentBytes, tenant }: Scope, id: string): Promise<Row['value']> {
  const found = await attachmentBytes.get(tenant, id, null)
  return found === null ? {} : { text: (await buffer(Readable.from(found))).toString() }
}

const names = [
  'id',
  'conversationId',
  'observationId',
  'source',
  'firstLine',
  'line',
  'key',
  'kind',
  'name',
  'runId',
  'attachmentId',
  'offset',
  'parentId',
  'type',
]

function idOf(value: Row['value']): string {
  const { id } = value
  if (typeof id === 'string') return id
  return JSON.stringify(names.flatMap((name) => (name in value ? [[name, value[name]]] : [])))
}

const valuesOf = <T>(rows: ReadonlyMap<string, Row>, kind: string): T[] =>
  [...rows.values()].filter((row) => row.kind === kind).map(({ value }) => value as T)

/** What is erased by the plain rules of the design, which look at every row. */
export function erasedBy(rows: ReadonlyMap<string, Row>, targets: EraseTargets): Set<string> {
  const all = new Map(valuesOf<Observation>(rows, 'observation').map((one) => [one.id, one]))
  const isAsked = ({ id, messageId, conversationId }: Observation) =>
    targets.observationIds.includes(id) ||
    targets.messageIds.includes(messageId ?? '') ||
    targets.conversationIds.includes(conversationId)
  const erased = new Set([...all.values()].filter(isAsked).map(({ id }) => id))
  for (let before = -1; before !== erased.size;) {
    before = erased.size
    for (const one of all.values())
      if (isEcho(one, all, erased) || isAside(one, all, erased) || isSummary(one, all, erased)) erased.add(one.id)
  }
  return erased
}

type All = ReadonlyMap<string, Observation>

function isEcho({ id, copyOf, restates }: Observation, all: All, erased: ReadonlySet<string>): boolean {
  if (erased.has(copyOf ?? '') || erased.has(restates ?? '')) return true
  return [...erased].some((other) => all.get(other)?.copyOf === id || all.get(other)?.restates === id)
}

function isAside({ kind, messageId }: Observation, all: All, erased: ReadonlySet<string>): boolean {
  if (!['CORRECTION', 'DELETION', 'RESTORATION'].includes(kind)) return false
  const turns = [...all.values()].filter(
    (one) => one.messageId === messageId && one.copyOf === null && (one.kind === 'TURN' || one.kind === 'RESTATEMENT'),
  )
  return turns.every(({ id }) => erased.has(id))
}

function isSummary(one: Observation, all: All, erased: ReadonlySet<string>): boolean {
  const above = all.get(one.place?.parentId ?? '')
  if (one.fields['isCompactSummary'] === true && above?.marker?.summary != null) return erased.has(above.id)
  if (one.marker?.summary == null || one.marker.span === null) return false
  const { from, to } = one.marker.span
  for (let node: Observation | undefined = one; node; node = all.get(node.place?.parentId ?? ''))
    if (node.place && node.place.depth >= from && node.place.depth <= to && erased.has(node.id)) return true
  return false
}

/** Words by whether they must go, must stay, or may do either. */
export interface Expected {
  readonly gone: ReadonlySet<string>
  readonly left: ReadonlySet<string>
}

/** What was erased: by the rules, and as it was asked for. */
export interface ErasedThings {
  readonly erased: ReadonlySet<string>
  readonly messages: readonly Message[]
  readonly conversationIds: readonly string[]
  readonly entityIds?: readonly string[]
  readonly attachmentIds?: readonly string[]
}

/** Returns an observation without the names of some attachments. */
function withoutFiles(one: Observation, ids: readonly string[]): Observation {
  const isOne = (block: Observation['blocks'][number]) =>
    block.type === 'attachment' && ids.includes(block.attachmentId)
  return { ...one, blocks: one.blocks.filter((block) => !isOne(block)) }
}

/** Returns which words must be gone and which must be left, once these observations are erased. */
export function expectedWords(
  rows: ReadonlyMap<string, Row>,
  marks: readonly Mark[],
  { erased, messages, conversationIds, entityIds = [], attachmentIds = [] }: ErasedThings,
): Expected {
  const [gone, left] = [new Set<string>(), new Set<string>()]
  const ids = new Set([
    ...erased,
    ...conversationIds,
    ...entityIds,
    ...messages.filter((one) => one.erased).map(({ id }) => id),
  ])
  const touched = new Set(
    valuesOf<Observation>(rows, 'observation').flatMap((one) => (erased.has(one.id) ? [one.conversationId] : [])),
  )
  for (const one of valuesOf<Observation>(rows, 'observation'))
    if (erased.has(one.id)) for (const word of words(JSON.stringify(one))) gone.add(word)
    else {
      for (const word of words(JSON.stringify(withoutFiles(one, attachmentIds)))) left.add(word)
      for (const word of words(JSON.stringify(one))) if (!left.has(word)) gone.add(word)
    }
  const embeds = (one: Observation, id: string) =>
    one.blocks.some((block) => block.type === 'attachment' && block.attachmentId === id)
  const isSaidNoMore = (id: string) => {
    const all = valuesOf<Observation>(rows, 'observation').filter((one) => embeds(one, id))
    return all.length > 0 && all.every((one) => erased.has(one.id))
  }
  for (const one of valuesOf<{ id: string }>(rows, 'attachment'))
    if (attachmentIds.includes(one.id) || isSaidNoMore(one.id))
      for (const word of words(JSON.stringify(one))) gone.add(word)
  for (const { word, goesWith, mayGoWith } of marks) {
    if (goesWith === null) continue
    if (goesWith.some((id) => ids.has(id))) gone.add(word)
    else if (!mayGoWith.some((id) => id === '*' || ids.has(id) || touched.has(id))) left.add(word)
  }
  // What something else says as well stays there: nothing is erased unasked.
  for (const word of left) gone.delete(word)
  return { gone, left }
}

/** What may change of a row on which something was erased, by its kind. */
const mayChange: Readonly<Record<string, readonly string[]>> = {
  observation: ['namesErased', 'blocks', 'senderId', 'senderKind', 'fields', 'metadata', 'marker', 'salt', 'erased'],
  message: ['latestId', 'latestAt', 'others', 'restated', 'overlay', 'erased'],
  conversation: ['version', 'lastSeq', 'title', 'derivedTitle', 'preview', 'cwd', 'metadata', 'hasErased'],
  event: ['actor', 'note', 'details'],
  annotations: ['values', 'version'],
  relationship: ['metadata', 'version'],
  fact: ['fields', 'note', 'sourceKind', 'erased'],
  run: ['settings', 'pending', 'answers'],
  rawChunk: ['bytes', 'lines'],
  attachment: ['uri', 'fileName', 'erased', 'text'],
  entity: ['version', 'name', 'snapshot', 'erased'],
}
const mayGo: ReadonlySet<string> = new Set(['idempotencyKey', 'importMark', 'stateRecord', 'bytes', 'guard'])
const mayCome: ReadonlySet<string> = new Set(['event', 'erasure'])

/** Returns the counters that an erasure raises, or makes: those of what embeds an attachment that it empties, or renames. */
const raisedBy = (before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): ReadonlySet<unknown> =>
  new Set(
    valuesOf<{ id: string; erased?: true; fileName: string | null }>(after, 'attachment').flatMap(
      ({ id, erased, fileName }) =>
        erased || before.get(`attachment ${id}`)?.value['fileName'] !== fileName ? [embeddingGuard(id)] : [],
    ),
  )

/** Returns what is other than it was and is none of what an erasure may change. */
export function unexpectedChanges(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): string[] {
  const faults: string[] = []
  const raised = raisedBy(before, after)
  const isRaised = ({ kind, value }: Row) => kind === 'guard' && raised.has(value['name'])
  for (const [name, row] of before) {
    const now = after.get(name)
    if (now === undefined) {
      if (!mayGo.has(row.kind)) faults.push(`${name} is gone`)
      continue
    }
    const members = new Set([...Object.keys(row.value), ...Object.keys(now.value)])
    for (const member of members)
      if (
        JSON.stringify(row.value[member]) !== JSON.stringify(now.value[member]) &&
        !mayChange[row.kind]?.includes(member) &&
        !(member === 'value' && isRaised(row))
      )
        faults.push(
          `${name}: ${member} was ${JSON.stringify(row.value[member])}, is ${JSON.stringify(now.value[member])}`,
        )
  }
  for (const [name, row] of after) {
    const isExpected =
      isRaised(row) || (mayCome.has(row.kind) && (row.kind !== 'event' || row.value['kind'] === 'ERASE'))
    if (!before.has(name) && !isExpected) faults.push(`${name} is new`)
  }
  return faults
}
