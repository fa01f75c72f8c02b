import { textOf } from './blocks.ts'
import { own } from '../../runtime/own.ts'
import type {
  Block,
  FieldSource,
  Instant,
  Json,
  JsonObject,
  Message,
  MessageId,
  Observation,
  Overlay,
  Restated,
  Role,
  Usage,
  UsageInput,
} from '../model.ts'
import type { Observed, Rules, Snapshot } from './snapshot.ts'
import { compareLater } from './strategies.ts'
import { storedUsage } from '../usage/usage.ts'

/** Names of the input of `storeTurn`: what a correction knows; any other name is kept and counted. */
export const turnNames = [
  ...(['role', 'text', 'content', 'senderId', 'senderKind', 'model', 'usage', 'runId', 'metadata'] as const),
  ...(['branchId', 'sourceKind', 'priority', 'observedAt'] as const),
  ...(['conversationId', 'conversationKey', 'turnId', 'idempotencyKey', 'parent', 'expectedHeadId'] as const),
  ...(['onConflict', 'supersedes', 'attachments', 'refersTo', 'ifEqual'] as const),
] as const
const known: ReadonlySet<string> = new Set(turnNames)

/** Every field of a message is its last write. */
export const messageRules: Rules = { strategies: {}, isKnown: (field) => known.has(field) }

/**
 * Returns what a snapshot takes of an observation of a message. `content` holds blocks, `text` is another name for
 * them; what a turn leaves out was not observed.
 */
export function observedOf(observation: Observation): Observed {
  const { id, priority, sourceKind, observedAt, ingestedAt } = observation
  const kind = observation.kind as Observed['kind']
  return { id, kind, fields: fieldsOf(observation), priority, specificity: null, sourceKind, observedAt, ingestedAt }
}

/** Returns the fields that an observation of a message gives. */
export function fieldsOf(observation: Observation): JsonObject {
  if (observation.erased !== undefined) return observation.kind === 'CORRECTION' ? bookedFields(observation) : {}
  return observation.kind === 'CORRECTION' ? correctedFields(observation) : turnFields(observation)
}

/** What books were made of stays of an erased correction. */
function bookedFields({ fields }: Observation): JsonObject {
  const booked = ['model', 'usage'].filter((name) => Object.hasOwn(fields, name))
  return Object.fromEntries(booked.map((name) => [name, own(fields, name) ?? null]))
}

function turnFields({ kind, fields, blocks, metadata, ...turn }: Observation): JsonObject {
  // It is a store of that content, and of nothing else.
  if (kind === 'RESTATEMENT') return { role: turn.role, content: blocks }
  if (kind !== 'TURN') return {}
  const { role, senderId, senderKind, model, usage, runId } = turn
  const details = { role, senderId, senderKind, model, usage: usage as Json, runId }
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null)),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    content: blocks,
  }
}

function correctedFields({ fields: { text, content, ...rest }, blocks }: Observation): JsonObject {
  if (text === undefined && content === undefined) return rest
  const isCleared = text == null && content == null
  return { ...rest, content: isCleared ? null : blocks }
}

/** Returns what corrections change in a message once a later one, a deletion or a restoration joins them. */
export function overlaid(overlay: Overlay | null, observation: Observation): Overlay {
  const fields = correctionOf(observation)
  const provenance = Object.fromEntries(Object.keys(fields).map((field) => [field, observation.id]))
  return {
    fields: { ...overlay?.fields, ...fields },
    provenance: { ...overlay?.provenance, ...provenance },
    at: observation.observedAt,
  }
}
const correctionOf = (observation: Observation) => (observation.kind === 'CORRECTION' ? fieldsOf(observation) : {})

/** Returns a message with one more correction, deletion or restoration. Nothing but a restoration revives a deleted one. */
export function withCorrection(message: Message, observation: Observation): Message {
  const deleted = observation.kind === 'CORRECTION' ? message.deleted : observation.kind === 'DELETION'
  return {
    ...message,
    deleted,
    overlay: overlaid(message.overlay, observation),
    observationCount: message.observationCount + 1,
  }
}

/** Returns the message that its first turn observation makes. */
export function firstOf(node: Observation, turnId: string, supersedesId: MessageId | null): Message {
  return {
    id: node.messageId as MessageId,
    conversationId: node.conversationId,
    turnId,
    role: node.role as Role,
    createdAt: node.ingestedAt,
    deleted: false,
    latestId: node.id,
    latestAt: node.observedAt,
    observationCount: 1,
    supersedesId,
    overlay: null,
    others: [],
    restated: null,
  }
}

/** Returns a known message with one more restatement; `latest` is its newest turn observation. */
export function withRestatement(message: Message, latest: Observation, node: Observation): Message {
  // A fork's own message that only says again what it inherited: the newest of those is its latest.
  if (latest.kind === 'RESTATEMENT') {
    const { latestId, latestAt } = message
    const [id, at] = compareLater(node, latest) < 0 ? [node.id, node.observedAt] : [latestId, latestAt]
    return { ...message, latestId: id, latestAt: at, observationCount: message.observationCount + 1 }
  }
  const before = message.restated === null ? latest : { id: message.restated.observationId, ...message.restated }
  const isNewer = compareLater(node, before) < 0
  return {
    ...message,
    observationCount: message.observationCount + 1,
    restated: isNewer ? { observationId: node.id, observedAt: node.observedAt } : message.restated,
  }
}

/** Returns the newest turn observation of a message's history; its newest restatement where there is no turn. */
export function latestOf(history: readonly Observation[]): Observation | null {
  const turns = history.filter(({ kind }) => kind === 'TURN')
  const observations = turns.length > 0 ? turns : history.filter(({ kind }) => kind === 'RESTATEMENT')
  return [...observations].sort(compareLater)[0] ?? null
}

/**
 * Returns a known message with one more turn observation: which is the newest by its own time, and which others still
 * give fields of the snapshot, so that this needs no walk. `latest` is its newest one until now.
 */
export function withTurn(message: Message, latest: Observation, node: Observation): Message {
  if (message.erased) return withTurnAnew(message, node)
  if (latest.kind === 'RESTATEMENT') return withFirstTurn(message, latest, node)
  const sources = [...message.others, sourceOf(latest), sourceOf(node)].sort((a, b) =>
    compareLater({ ...a, id: a.observationId }, { ...b, id: b.observationId }),
  )
  const [newest, ...others] = withoutRepeats(sources)
  if (!newest) throw new Error(`No observation gives message ${message.id} its fields.`)
  return {
    ...message,
    latestId: newest.observationId,
    latestAt: newest.observedAt,
    others,
    restated: stillNewest(message.restated, node),
    observationCount: message.observationCount + 1,
  }
}

/** A message of which all was erased has something to say again. */
function withTurnAnew({ erased: _, ...message }: Message, node: Observation): Message {
  const { observationCount } = message
  return { ...message, latestId: node.id, latestAt: node.observedAt, observationCount: observationCount + 1 }
}

/** A fork's own message that only said again what it inherited has a turn of its own now. */
function withFirstTurn(message: Message, latest: Observation, node: Observation): Message {
  const restated = message.restated ?? { observationId: latest.id, observedAt: latest.observedAt }
  return {
    ...message,
    latestId: node.id,
    latestAt: node.observedAt,
    restated: stillNewest(restated, node),
    observationCount: message.observationCount + 1,
  }
}

function stillNewest(restated: Restated | null, node: Observation): Restated | null {
  return restated !== null && compareLater({ ...restated, id: restated.observationId }, node) < 0 ? restated : null
}

function sourceOf(observation: Observation): FieldSource {
  const { id: observationId, observedAt } = observation
  return { observationId, observedAt, fields: Object.keys(fieldsOf(observation)) }
}

/** Each field only at the first source that gives it; the first source stays, others without a field go. */
function withoutRepeats(sources: readonly FieldSource[]): FieldSource[] {
  const seen = new Set<string>()
  const remaining = sources.map(({ fields, ...source }) => {
    const own = fields.filter((field) => !seen.has(field))
    for (const field of own) seen.add(field)
    return { ...source, fields: own }
  })
  return remaining.filter(({ fields }, i) => i === 0 || fields.length > 0)
}

/** Returns the present snapshot of what is kept of a message; null while it is deleted. `sources`: latest, then others. */
export function presentSnapshot(message: Message, sources: readonly Observation[]): Snapshot | null {
  if (message.deleted || message.erased) return null
  const fields = new Map<string, { value: Json; id: string }>()
  for (const source of [...sources].reverse().filter(({ id }) => id !== message.restated?.observationId))
    for (const field of givenBy(message, source))
      fields.set(field, { value: own(fieldsOf(source), field) ?? null, id: source.id })
  for (const restated of sources.filter(({ id }) => id === message.restated?.observationId))
    for (const [field, value] of Object.entries(fieldsOf(restated))) fields.set(field, { value, id: restated.id })
  for (const [field, id] of Object.entries(message.overlay?.provenance ?? {}))
    fields.set(field, { value: own(message.overlay?.fields ?? {}, field) ?? null, id })
  const chosen = [...fields].filter(([, { value }]) => value !== null).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    fields: Object.fromEntries(chosen.map(([field, { value }]) => [field, value])),
    provenance: Object.fromEntries(chosen.map(([field, { id }]) => [field, id])),
    observationCount: message.observationCount,
    unknownFields: chosen.filter(([field]) => !known.has(field)).length,
    computedAt: newestTime(message),
  }
}

function givenBy(message: Message, source: Observation): readonly string[] {
  const other = message.others.find(({ observationId }) => observationId === source.id)
  return other?.fields ?? Object.keys(fieldsOf(source))
}

/** Returns the time of the newest observation of a message, of whatever kind. */
export function newestTime({
  latestAt,
  overlay,
  restated,
}: Pick<Message, 'latestAt' | 'overlay' | 'restated'>): Instant {
  const times = [latestAt, overlay?.at ?? '', restated?.observedAt ?? '']
  return times.reduce((a, b) => (a > b ? a : b))
}

/** Says whether the content of a message was corrected. */
export function isCorrected(message: Pick<Message, 'overlay'> | null): boolean {
  return message?.overlay != null && Object.hasOwn(message.overlay.fields, 'content')
}

/** Returns the content that an observation has under its message's corrections: its CURRENT value (design §4). */
export function currentBlocks(observation: Observation, message: Message | null): readonly Block[] {
  const isSaid = observation.kind === 'TURN' || observation.kind === 'RESTATEMENT'
  if (!isSaid || !isCorrected(message)) return observation.blocks
  return (message?.overlay?.fields['content'] ?? []) as unknown as readonly Block[]
}

/** Returns what a turn used as corrections of its message have it: they hold for the newest turn of a message alone. */
export function currentUsage({ id, usage }: Observation, message: Message | null): Usage | null {
  const { overlay, latestId } = message ?? { overlay: null, latestId: null }
  if (overlay === null || latestId !== id || !Object.hasOwn(overlay.fields, 'usage')) return usage
  return storedUsage((overlay.fields['usage'] ?? null) as UsageInput | null)
}

/** Returns a snapshot as clients see it: blocks as `storeTurn` takes them, and their text beside them. */
export function shownSnapshot(snapshot: Snapshot): Snapshot {
  const { content, ...fields } = snapshot.fields
  const { content: id, ...provenance } = snapshot.provenance
  if (content === undefined || id === undefined) return snapshot
  const blocks = content as unknown as readonly Block[]
  const text = textOf(blocks)
  return {
    ...snapshot,
    fields: { ...fields, ...(text === null ? {} : { text }), content: blocks.map(blockInputOf) },
    provenance: { ...provenance, ...(text === null ? {} : { text: id }), content: id },
  }
}

/** Returns a block as a ContentBlockInput would give it. */
function blockInputOf(block: Block): Json {
  switch (block.type) {
    case 'text':
      return { text: block.text }
    case 'thinking':
      return { thinking: { thinking: block.thinking, signature: block.signature ?? null } }
    case 'toolCall':
      return { toolCall: { callId: block.callId, name: block.name, input: block.input } }
    case 'toolResult':
      return { toolResult: { callId: block.callId, content: block.content, isError: block.isError } }
    case 'attachment':
      return { attachmentId: block.attachmentId }
    case 'other':
      return { other: block.value }
  }
}
