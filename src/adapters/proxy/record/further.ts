/** A session whose file is imported as well: what of a request's history stands there already (docs/design/agents-and-sdks.md). */
import { blocksBeyond, isOfOne, utteranceOf, type Utterance } from '../../../domain/messages/utterance.ts'
import type { TreeNode } from '../../../domain/model.ts'
import { headOf, isOnPath, asTreeNode, walk } from '../../../app/read/paths.ts'
import type { Scope } from '../../../app/scope.ts'
import type { WireTurn } from '../wires/wire.ts'
import type { Exchange } from './exchange.ts'
import type { ProxyPlace } from './place.ts'

/** A request, and its place behind what was imported of it. */
export interface Further {
  readonly exchange: Exchange
  readonly place: ProxyPlace
  /**
   * The last message that imports have brought as a whole: its index in the history, the answer's being behind the last, and its
   * observation. Of another the rest is stored, and that is found again.
   */
  readonly met: { readonly index: number; readonly observationId: string } | null
}

/**
 * Moves the place of a request on along the path of its conversation, past what files have brought of its history and of its answer.
 * What they have of the last message in part is taken out of it, so that the rest is stored.
 */
export async function furtherOn(scope: Scope, exchange: Exchange, place: ProxyPlace): Promise<Further> {
  const stays = { exchange, place, met: null }
  if (place.conversationId === null || place.forkOf !== null) return stays
  const conversation = await scope.reads.conversation(place.conversationId)
  const head = conversation && (await headOf(scope, conversation))
  if (!head) return stays
  const from = place.parentId === null ? null : asTreeNode(await scope.reads.observation(place.parentId))
  if (from !== null && !(await isOnPath(scope.reads, from, head))) return stays
  const { history, isAtEnd } = await follow(scope, head, from, new History(exchange, place.from))
  const { last } = history
  const parentId = isAtEnd ? head.id : (last?.node.id ?? place.parentId)
  if (last !== null) return history.rest({ ...place, parentId }, last)
  return from === null ? stays : { ...stays, place: { ...place, parentId } }
}

/** An edit far from the head has another turn right behind its place: little is read to know that. */
const pageLength = 100

/** Follows the path behind a node; a request that begins with what a compaction left is met behind the last one. */
async function follow(scope: Scope, head: TreeNode, from: TreeNode | null, begun: History) {
  const histories = [begun]
  let [history, isOver] = [begun, false]
  for await (const page of walk(scope.reads, head, from === null ? 0 : from.place.depth + 1, pageLength))
    for (const node of page) {
      if (from === null && node.kind === 'COMPACTION') {
        ;[history, isOver] = [begun.restarted(), false]
        histories.push(history)
      }
      isOver ||= !history.takes(node)
      if (isOver && from !== null) return { history, isAtEnd: false }
    }
  const met = histories.findLast(({ last }) => last !== null) ?? begun
  return { history: met, isAtEnd: !isOver && (met === history || met.last === null) }
}

/** The last message of a request that a path has brought. */
interface Last {
  readonly index: number
  /** The last node of it. */
  readonly node: TreeNode
  /** What all its nodes say. */
  readonly parts: ReadonlySet<string>
}

/** The messages of a request and its answer, as far as a path has brought them. */
class History {
  last: Last | null = null
  private readonly exchange: Exchange
  private readonly from: number
  private readonly utterances: readonly Utterance[]
  private next: number

  constructor(exchange: Exchange, from: number) {
    this.exchange = exchange
    this.from = from
    const turns = [...exchange.request.turns, ...(exchange.answers.length === 1 ? [exchange.answers[0]?.turn] : [])]
    this.utterances = turns.flatMap((turn) => (turn ? [utteranceOf(turn.role, turn.blocks)] : []))
    this.next = from
  }

  restarted(): History {
    return new History(this.exchange, this.from)
  }

  /** Takes the next node of the path; says whether the request may go on behind it. */
  takes(node: TreeNode): boolean {
    if (node.kind !== 'TURN') return true
    // What the proxy has recorded itself was found by its links.
    if (node.externalId === null) return false
    const utterance = utteranceOf(node.role, node.blocks)
    if (this.isOfLast(node, utterance)) return this.take(this.last?.index ?? this.next, node, utterance)
    if (utterance.parts.size === 0) return true
    while (this.utterances[this.next]?.parts.size === 0) this.next++
    const nextUtterance = this.utterances[this.next]
    if (nextUtterance && isOfOne(nextUtterance, utterance) && this.isSameAnswer(node))
      return this.take(this.next, node, utterance)
    return !utterance.isAnswer
  }

  /** Further parts of a message: lines of one answer, results of its calls. */
  private isOfLast(node: TreeNode, utterance: Utterance): boolean {
    const { last } = this
    if (last === null) return false
    const answerId = node.usage?.answerId ?? null
    if (answerId !== null && last.node.usage?.answerId === answerId) return true
    return isOfOne(utterance, this.utterances[last.index] ?? utteranceOf(null, []))
  }

  /** Two answers may have the same words: the one of this request has its id. */
  private isSameAnswer({ usage }: TreeNode): boolean {
    const [answer] = this.exchange.answers
    const isAnswer = this.next === this.exchange.request.turns.length
    return !isAnswer || answer?.id == null || usage?.answerId == null || usage.answerId === answer.id
  }

  private take(index: number, node: TreeNode, { parts }: Utterance): true {
    const before = this.last?.index === index ? this.last.parts : []
    this.last = { index, node, parts: new Set([...before, ...parts]) }
    this.next = index + 1
    return true
  }

  /** Returns what of a request is left to store behind the last message that was met. */
  rest(place: ProxyPlace, { index, parts, node }: Last): Further {
    const { exchange } = this
    const { request, answers } = exchange
    const turnBeyond = (turn: WireTurn | undefined) => turn && { ...turn, blocks: blocksBeyond(turn.blocks, parts) }
    const isAnswer = index === request.turns.length
    const rest = turnBeyond(isAnswer ? answers[0]?.turn : request.turns[index])
    if (!rest || rest.blocks.length === 0)
      return {
        exchange: isAnswer ? { ...exchange, answers: [] } : exchange,
        place: { ...place, from: Math.min(index + 1, request.turns.length) },
        met: { index, observationId: node.id },
      }
    const turns = request.turns.with(Math.min(index, request.turns.length - 1), rest)
    return {
      exchange: isAnswer
        ? { ...exchange, answers: answers.map((answer) => ({ ...answer, turn: rest })) }
        : { ...exchange, request: { ...request, turns } },
      place: { ...place, from: index },
      met: null,
    }
  }
}
