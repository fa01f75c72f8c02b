import type { Contents, StoredConversation } from '../../../domain/contents.ts'
import { isMessageOf, messageId } from '../../../domain/ids.ts'
import { isMarker } from '../../../domain/context/bends.ts'
import { isSummaryPlace } from '../../../domain/context/markers.ts'
import { isAsHashed } from '../../../domain/context/markerEnds.ts'
import type { BranchPoint, Marker, Observation, Place, Span } from '../../../domain/model.ts'
import type { ImportState } from '../../../domain/records/importMarks.ts'
import { isLineOfFork } from '../../../domain/tree/forkLine.ts'
import { firstChild, wayOf, withChild } from '../../../domain/tree/junctions.ts'
import { emptyPathHash } from '../../../domain/tree/pathHash.ts'
import { badInput } from '../../../domain/refusals.ts'
import { damaged } from '../../../formats/ndjson/lines.ts'
import type { Unsegmented } from '../../../formats/ndjson/values.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import type { NamedRecords } from './named.ts'
import type { Places } from './places.ts'
import { differing } from './refusals.ts'
import { createWays, type Ways } from './ways.ts'

/** What is kept of a conversation's line until all nodes are known. */
type ConversationSummary = Pick<
  StoredConversation,
  'id' | 'forkedFrom' | 'headId' | 'forkLevel' | 'lastSeq' | 'runs'
> & {
  readonly line: number
  readonly nodes: number
}

/** A message of which it is not known yet whether its newest turn is one of its own. */
interface Latest {
  readonly latestId: string
  readonly others: readonly string[]
  readonly line: number
}

/** Checks what conversations, their messages, nodes and ledgers say of each other. */
export class ConversationChecks {
  readonly #named: NamedRecords
  readonly #places: Places
  readonly #summaries: ScratchMap<ConversationSummary>
  readonly #seqs: ScratchMap<number>
  readonly #latest: ScratchMap<Latest>
  /** The messages of turns. */
  readonly #turns: ScratchMap<string>
  /** By conversation and parent: the children that the file has, and the way that they take. */
  readonly #children: ScratchMap<BranchPoint>
  /** The ways of nodes that are not by the turn or the id: empty where it is an aside. */
  readonly #ways: ScratchMap<string>
  /** The answers that nodes are parts of, of assistants. */
  readonly #answers: ScratchMap<string>
  readonly #supersedes: ScratchMap<string>
  /** Conversations whose ledger has the line of how they were forked. */
  readonly #forkLines: ScratchMap<true>
  readonly #callers: Ways

  constructor(scratch: Scratch, named: NamedRecords, places: Places) {
    this.#named = named
    this.#places = places
    this.#summaries = scratch.map('conversations')
    this.#seqs = scratch.map('ledgers')
    this.#latest = scratch.map('latest')
    this.#turns = scratch.map('turns')
    this.#children = scratch.map('children')
    this.#ways = scratch.map('ways')
    this.#answers = scratch.map('answerIds')
    this.#supersedes = scratch.map('supersedes')
    this.#forkLines = scratch.map('forkLines')
    this.#callers = createWays(scratch, 'conversation', 'was started by')
  }

  conversation({ id, forkedFrom, headId, forkLevel, lastSeq, runs, ...more }: StoredConversation, line: number): void {
    const { spawnedBy, sidechainOf, shape } = more
    const source = forkedFrom && this.#summaries.get(forkedFrom.conversationId)
    if (forkedFrom) this.#named.must('CONVERSATION', forkedFrom.conversationId, line)
    if (forkLevel !== (source ? source.forkLevel + 1 : 0)) throw differing(line, 'forkLevel', 'its source gives it')
    const nodes = [forkedFrom?.observationId, headId, ...runs.open.map(({ startHeadId }) => startHeadId)]
    for (const node of nodes) if (node != null) this.#named.await('OBSERVATION', node, line)
    for (const { runId } of runs.open) this.#named.await('RUN', runOf(id, runId), line)
    if (sidechainOf !== null) {
      this.#named.await('CONVERSATION', sidechainOf, line)
      this.#callers.add(id, sidechainOf, line)
    }
    if (spawnedBy !== null) {
      this.#named.await('MESSAGE', spawnedBy, line)
      if (sidechainOf === null || !isMessageOf(spawnedBy, sidechainOf))
        throw differing(line, 'spawnedBy', 'its caller has')
    }
    this.#named.add('CONVERSATION', id)
    this.#summaries.set(id, { id, forkedFrom, headId, forkLevel, lastSeq, runs, line, nodes: shape.nodes })
  }

  message(message: Contents['message'], line: number): void {
    const { id, conversationId, turnId, supersedesId, latestId, overlay, restated } = message
    const others = [...message.others, ...(restated ? [restated] : [])]
    if (id !== messageId(conversationId, turnId)) throw differing(line, 'id', 'its conversation and its turn make')
    if (supersedesId !== null) {
      this.#supersedes.set(id, supersedesId)
      this.#named.must('MESSAGE', supersedesId, line)
      if (isMessageOf(supersedesId, conversationId)) throw damaged(line, 'supersedes a message of its own conversation')
    }
    for (const by of Object.values(overlay?.provenance ?? {})) this.#named.await('OBSERVATION', by, line)
    this.#named.add('MESSAGE', id)
    this.#latest.set(id, { latestId, others: others.map(({ observationId }) => observationId), line })
  }

  observation(node: Unsegmented, line: number): void {
    const { id, conversationId, messageId: of, place, marker, copyOf, restates } = node
    if ((node.kind === 'RESTATEMENT') !== (restates !== null))
      throw damaged(line, 'has only one of the kind RESTATEMENT and `restates`')
    if (restates !== null) this.#named.await('OBSERVATION', restates, line)
    if (of !== null) {
      this.#named.must('MESSAGE', of, line)
      if (!isMessageOf(of, conversationId) && copyOf === null)
        throw damaged(line, `is of the message "${of}" of another conversation, and no copy`)
      if (node.kind === 'TURN' || node.kind === 'RESTATEMENT') this.#turns.set(id, of)
    }
    if (isInTree(node.kind) !== (place !== null))
      throw damaged(
        line,
        place === null ? 'has no place in the tree' : 'has a place in the tree, and its kind has none',
      )
    if (isMarker(node) !== (marker !== null)) throw damaged(line, "has only one of a marker's kind and `marker`")
    if (place === null) return
    const way = this.#wayOf(node, place.parentId)
    if (place.parentId !== null) this.#parent(conversationId, place.parentId, way, line)
    if (marker) this.#marker(marker, place, line)
  }

  #marker(marker: Marker, { parentId, depth }: Pick<Place, 'parentId' | 'depth'>, line: number): void {
    if (!isOnPath(marker, depth)) throw damaged(line, 'marks a range that is not on its path')
    const { cancels } = marker
    const target = cancels === null ? undefined : this.#places.of(cancels)
    if (
      cancels !== null &&
      (!target || parentId === null || !isMarker(target) || !this.#places.isOnPath(cancels, parentId))
    )
      throw damaged(line, `cancels "${cancels}", which is no marker of its path`)
    if (!isAsHashed(marker, this.#places.aboveMarker(parentId, marker)))
      throw differing(line, 'stretch of a marker', 'its hash is of')
  }

  /** A branch point is what its children make, in whatever order they came. */
  junction({ conversationId, parentId, children, kind, way }: Contents['junction'], line: number): void {
    this.#named.must('OBSERVATION', parentId, line)
    const own = this.#children.get(`${conversationId}\n${parentId}`) ?? null
    const inherited = this.#inheritedWay(conversationId, parentId)
    const first = (one: string | null) => firstChild(conversationId, parentId, one)
    const made = inherited === undefined ? own : own ? withChild(own, inherited) : first(inherited)
    if (children !== (made?.children ?? 0)) throw differing(line, 'count of children', 'its node has')
    if (kind !== made?.kind) throw differing(line, 'kind', 'its children make')
    if (way !== made.way) throw differing(line, 'way', 'its children take')
  }

  /** The way of the child by which a path that a conversation inherited goes on; undefined where the parent is not on one, or its end. */
  #inheritedWay(conversationId: string, parentId: string): string | null | undefined {
    const point = this.#summaries.get(conversationId)?.forkedFrom?.observationId ?? null
    if (point === null || this.#places.of(parentId)?.conversationId === conversationId) return undefined
    const child = this.#places.childOnPath(parentId, point)
    if (child === null) return undefined
    const way = this.#ways.get(child) ?? this.#turns.get(child) ?? child
    return way === '' ? null : way
  }

  #wayOf(node: Unsegmented, parentId: string | null): string | null {
    const answer = node.role === 'ASSISTANT' ? (node.usage?.answerId ?? null) : null
    if (answer !== null) this.#answers.set(node.id, answer)
    const above = parentId === null ? undefined : this.#answers.get(parentId)
    const parent = above === undefined ? null : { role: 'ASSISTANT', usage: { answerId: above } }
    const supersedes = node.messageId === null ? null : (this.#supersedes.get(node.messageId) ?? null)
    const way = wayOf(node as unknown as Observation, parent as Observation | null, supersedes)
    if (way !== (this.#turns.get(node.id) ?? node.id)) this.#ways.set(node.id, way ?? '')
    return way
  }

  /** A ledger is numbered from 1 without a gap. */
  event({ id, conversationId, seq, head, kind, details }: Contents['event'], line: number): void {
    this.#named.add('EVENT', id)
    for (const node of [head?.from, head?.to]) if (node != null) this.#named.must('OBSERVATION', node, line)
    if (conversationId === null) {
      if (seq !== null) throw damaged(line, 'is an event of no conversation, and has a number')
      return
    }
    const before = this.#seqs.get(conversationId) ?? 0
    if (seq !== before + 1) throw damaged(line, `is not line ${before + 1} of the ledger of "${conversationId}"`)
    this.#seqs.set(conversationId, seq)
    const forkedFrom = this.#summaries.get(conversationId)?.forkedFrom
    if (isLineOfFork({ id, kind, details }, forkedFrom ?? null)) this.#forkLines.set(conversationId, true)
    if (kind !== 'UNDO') return
    const { undoes, seq: undone } = details
    if (typeof undone !== 'number' || typeof undoes !== 'string' || undone >= seq)
      throw damaged(line, 'undoes nothing that stands before it')
    this.#named.must('EVENT', undoes, line)
  }

  finish(): void {
    this.#callers.finish()
    for (const [id, stored] of this.#summaries.entries()) this.#finishOne(id, stored)
    for (const [id, { latestId, others, line }] of this.#latest.entries())
      for (const one of [latestId, ...others])
        if (this.#turns.get(one) !== id)
          throw damaged(line, `names the observation "${one}", which is no turn of it`, { id: one })
  }

  #finishOne(id: string, { forkedFrom, headId, lastSeq, line }: ConversationSummary): void {
    const seq = this.#seqs.get(id) ?? 0
    if (seq !== lastSeq)
      throw badInput(`The ledger of "${id}" ends at ${seq}, and not at ${lastSeq}. Nothing was imported.`, {
        conversationId: id,
        line,
      })
    if (headId !== null && !this.#isWithin(id, headId) && !this.#isOfSource(id, headId))
      throw damaged(line, `has its head at "${headId}", which is on no path of it`)
    if (forkedFrom === null) return
    const { observationId, turn, pathHash, conversationId, eventId } = forkedFrom
    const point = observationId === null ? null : this.#places.of(observationId)
    const isThere = observationId === null || this.#isWithin(conversationId, observationId)
    if (!isThere) throw damaged(line, `was forked at "${observationId}", which is on no path of "${conversationId}"`)
    if (pathHash !== (point?.place.pathHash ?? emptyPathHash)) throw differing(line, 'path hash', 'where it was forked')
    if (turn !== null && turn > (point?.place.turns ?? 0)) throw differing(line, 'turn', 'where it was forked')
    if (this.#forkLines.get(id) === undefined)
      throw damaged(line, `was forked by the event "${eventId}", which is no such line of its ledger`, { id: eventId })
  }

  /** A node goes on from one of its own conversation, or of what that inherited. */
  #parent(conversationId: string, parentId: string, way: string | null, line: number): void {
    this.#named.must('OBSERVATION', parentId, line)
    const name = `${conversationId}\n${parentId}`
    const known = this.#children.get(name)
    this.#children.set(name, known ? withChild(known, way) : firstChild(conversationId, parentId, way))
    if (!this.#isWithin(conversationId, parentId))
      throw damaged(line, `continues "${parentId}", which is not in its conversation`)
  }

  /** Refuses what an importer left of a conversation where it names what that has not. */
  importState(id: string, { head, nodes }: ImportState, line: number): void {
    const summary = this.#summaries.get(id)
    if (head !== null) this.#named.must('OBSERVATION', head, line)
    if (head !== null && !this.#isWithin(id, head) && !this.#isOfSource(id, head))
      throw damaged(line, `leaves "${id}" at "${head}", which is on no path of it`)
    if (summary && nodes > summary.nodes) throw differing(line, 'count of nodes', 'its conversation has')
  }

  /** Says whether a node was recorded in a conversation, or is on the path that it inherited. */
  #isWithin(conversationId: string, id: string): boolean {
    if (this.#places.of(id)?.conversationId === conversationId) return true
    const point = this.#summaries.get(conversationId)?.forkedFrom?.observationId ?? null
    return point !== null && this.#places.isOnPath(id, point)
  }

  /** Says whether a node was recorded in what a conversation was forked from: the head of an imported copy may stand there, beyond its point. */
  #isOfSource(conversationId: string, id: string): boolean {
    const recordedIn = this.#places.of(id)?.conversationId
    const seen = new Set<string>()
    for (let at = conversationId; recordedIn !== undefined && !seen.has(at);) {
      seen.add(at)
      const source = this.#summaries.get(at)?.forkedFrom?.conversationId
      if (source === undefined) return false
      if (source === recordedIn) return true
      at = source
    }
    return false
  }
}

/** What a run is called among those of all conversations. */
export const runOf = (conversationId: string, runId: string): string => JSON.stringify([conversationId, runId])

function isInTree(kind: Contents['observation']['kind']): boolean {
  return !['RESTATEMENT', 'CORRECTION', 'DELETION', 'RESTORATION', 'FACT'].includes(kind)
}

/** Whether all that a marker names lies above it; a span of nothing stands for a summary that hides no turn. */
function isOnPath({ span, keep }: Marker, depth: number): boolean {
  const isAbove = ({ from, to }: Span) => from <= to + 1 && to < depth
  return (span === null || isAbove(span)) && keep.every((each) => isAbove(each) || isSummaryPlace(each))
}
