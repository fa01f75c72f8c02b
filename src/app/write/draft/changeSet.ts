import type { Changes, Counting, Expected } from '../../../domain/changes.ts'
import type { MessageChange, SegmentChange } from '../../../domain/changes.ts'
import type { Fact } from '../../../domain/messages/snapshot.ts'
import type { BranchPoint, Conversation, Mark, Observation, Segment } from '../../../domain/model.ts'
import { embeddingGuard, sentAgain, type Attachment } from '../../../domain/records/attachment.ts'
import type { Entity } from '../../../domain/records/entity.ts'
import type { Relationship } from '../../../domain/records/relationship.ts'
import type { Run } from '../../../domain/records/run.ts'
import type { CallNames } from '../../../domain/usage/counted.ts'
import { createAnswers } from './usageDelta.ts'
import type { Range } from '../../../storage/graphStore.ts'
import { numberOn } from '../../read/paths.ts'
import type { Reads } from '../../read/reads.ts'

/** What one write changes besides ledgers, each kind by its id: it fills while the write is decided. */
export class ChangeSet {
  /** `isNew`: the store does not have it. */
  readonly conversations = new Map<string, { readonly conversation: Conversation; readonly isNew: boolean }>()
  readonly messages = new Map<string, MessageChange>()
  readonly observations = new Map<string, Observation>()
  /** Those of them that stand in the tree, by segment. */
  readonly nodesOf = new Map<string, Observation[]>()
  readonly segments = new Map<string, SegmentChange>()
  /** By `pairName` of conversation and parent. */
  readonly junctions = new Map<string, BranchPoint>()
  /** By `pairName` of conversation and run. */
  readonly runs = new Map<string, Run>()
  readonly importMarks = new Map<string, Mark>()
  readonly entities = new Map<string, Expected<Entity>>()
  readonly relationships = new Map<string, Expected<Relationship>>()
  readonly facts = new Map<string, { readonly isNew: boolean; readonly value: Fact }>()
  readonly attachments = new Map<string, Attachment>()
  /** Attachments that are embedded by their ids: they must be there when it is written. */
  readonly embedded = new Set<string>()
  /** Name to the value that the counter must have; null: any. */
  readonly guards = new Map<string, number | null>()
  /** For the sums of analytics: see `Counting`. */
  readonly names = new Map<string, CallNames>()
  readonly recounts: Counting['recounts'][number][] = []
  readonly answers = createAnswers()
  /** Heads and their segments as lanes remember them: the store may not have them yet. */
  readonly heads = new Map<string, Observation>()
  readonly tips = new Map<string, Segment>()

  putObservation(observation: Observation): void {
    this.observations.set(observation.id, observation)
    const segmentId = observation.place?.segmentId
    const nodes = segmentId === undefined ? undefined : this.nodesOf.get(segmentId)
    if (nodes) nodes.push(observation)
    else if (segmentId !== undefined) this.nodesOf.set(segmentId, [observation])
  }

  putSegment({ isNew, value }: SegmentChange): void {
    this.segments.set(value.id, { isNew: this.segments.get(value.id)?.isNew ?? isNew, value })
  }

  /** A message that is new in this write stays so, however often it changes. */
  putMessage({ isNew, value }: MessageChange): void {
    this.messages.set(value.id, { isNew: isNew || this.messages.get(value.id)?.isNew === true, value })
  }

  putJunction(junction: BranchPoint): void {
    this.junctions.set(pairName(junction.conversationId, junction.parentId), junction)
  }

  putRun(run: Run): void {
    this.runs.set(pairName(run.conversationId, run.runId), run)
  }

  putMark(mark: Mark): void {
    this.importMarks.set(mark.name, mark)
  }

  putAttachment(attachment: Attachment): void {
    this.attachments.set(attachment.id, sentAgain(this.attachments.get(attachment.id), attachment))
  }

  /** Notes that something embeds an attachment, which must be there unless the write brings it, or `mayBeErased`. */
  embed(id: string, { mayBeErased }: { readonly mayBeErased: boolean }): void {
    if (!mayBeErased && !this.attachments.has(id)) this.embedded.add(id)
    const guard = embeddingGuard(id)
    this.guards.set(guard, this.guards.get(guard) ?? null)
  }
}

/** Returns the name of what is known by two ids. */
export function pairName(conversationId: string, id: string): string {
  return JSON.stringify([conversationId, id])
}

type Written = Omit<Changes, 'events' | 'conversations' | 'key' | 'rawChunks' | 'rewrites'>

/** Returns what change sets hold, as a store takes it. */
export function valuesOf(sets: readonly ChangeSet[]): Written {
  const [only] = sets
  const set = only && sets.length === 1 ? only : joinedSet(sets)
  const { names, recounts, guards, answers } = set
  return {
    entities: [...set.entities.values()],
    entityTypes: [],
    relationships: [...set.relationships.values()],
    annotations: [],
    erasures: [],
    stateRecords: [],
    facts: [...set.facts.values()],
    attachments: [...set.attachments.values(), ...[...set.embedded].map((id) => ({ id, isEmbedded: true as const }))],
    runs: [...set.runs.values()],
    guards: guards.size === 0 ? [] : [...guards].map(([name, expected]) => ({ name, expected })),
    messages: [...set.messages.values()],
    observations: [...set.observations.values()],
    segments: [...set.segments.values()],
    junctions: [...set.junctions.values()],
    importMarks: [...set.importMarks.values()],
    ...(names.size + recounts.length > 0 && { counting: { names, recounts } }),
    ...(answers.taken.size > 0 && { newAnswers: [...answers.taken] }),
  }
}

/** What several sets name alike is one: the last of them, and of attachments all that is known. */
function joinedSet(sets: readonly ChangeSet[]): ChangeSet {
  const all = new ChangeSet()
  const kinds = [
    'messages',
    'observations',
    'segments',
    'junctions',
    'runs',
    'importMarks',
    'entities',
    'relationships',
    'facts',
    'guards',
    'names',
  ] as const
  for (const set of sets) {
    for (const kind of kinds) for (const [id, value] of set[kind]) (all[kind] as Map<string, unknown>).set(id, value)
    for (const attachment of set.attachments.values()) all.putAttachment(attachment)
    for (const id of set.embedded) all.embedded.add(id)
    for (const key of set.answers.taken) all.answers.taken.add(key)
    all.recounts.push(...set.recounts)
  }
  return all
}

/** Returns the set of what a write under way changes in the tree, with its runs and marks. */
export function changeSetOf(changes: Changes): ChangeSet {
  const set = new ChangeSet()
  for (const { expected, value } of changes.conversations)
    set.conversations.set(value.id, { conversation: value, isNew: expected === null })
  for (const one of changes.messages) set.putMessage(one)
  for (const one of changes.observations) set.putObservation(one)
  for (const one of changes.segments) set.putSegment(one)
  for (const one of changes.junctions) set.putJunction(one)
  for (const one of changes.runs) set.putRun(one)
  for (const one of changes.importMarks) set.putMark(one)
  return set
}

/** Returns reads that answer from changes that are not written yet, as they are then, and ask `reads` for the rest. */
export function overlay(reads: Reads, changes: ChangeSet): Reads {
  const segment = (id: string) => changes.segments.get(id)?.value ?? changes.tips.get(id)
  const overlaid: Reads = {
    ...reads,
    conversation: async (id) => changes.conversations.get(id)?.conversation ?? reads.conversation(id),
    message: async (id) => changes.messages.get(id)?.value ?? reads.message(id),
    observation: async (id) => changes.observations.get(id) ?? changes.heads.get(id) ?? reads.observation(id),
    segment: async (id) => segment(id) ?? reads.segment(id),
    segmentNow: async (id) => segment(id) ?? reads.segmentNow(id),
    attachment: async (id) => changes.attachments.get(id) ?? reads.attachment(id),
    junction: async (...pair) => changes.junctions.get(pairName(...pair)) ?? reads.junction(...pair),
    run: async (...pair) => changes.runs.get(pairName(...pair)) ?? reads.run(...pair),
    lineage: async (id) => {
      const draft = changes.conversations.get(id)
      return draft?.isNew === true ? lineageOf(overlaid, draft.conversation) : reads.lineage(id)
    },
    range: async (range) => {
      const nodes = nodesIn(changes, range)
      return nodes.length === 0 ? reads.range(range) : joined(await reads.range(range), nodes)
    },
  }
  return overlaid
}

/** The store knows no lineage of a fork that is not written yet: it is its source's, with that first. */
async function lineageOf(reads: Reads, { forkedFrom }: Conversation): Promise<Conversation[]> {
  const source = forkedFrom && (await reads.conversation(forkedFrom.conversationId))
  return source ? [source, ...(await reads.lineage(source.id))] : []
}

/** Returns the nodes of changes that lie in a range, in their order. */
export function nodesIn({ nodesOf }: ChangeSet, { segmentId, axis, from, to }: Range): Observation[] {
  return (nodesOf.get(segmentId) ?? []).filter(({ place }) => {
    const number = place && numberOn(axis, place)
    return number != null && number >= from && number <= to
  })
}

/** Returns both without doubles: changes may have been written when the store was asked, and come behind what was there. */
export function joined(stored: readonly Observation[], changed: readonly Observation[]): Observation[] {
  const known = new Set(stored.map(({ id }) => id))
  return [...stored, ...changed.filter(({ id }) => !known.has(id))]
}
