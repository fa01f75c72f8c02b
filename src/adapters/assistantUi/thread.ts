import { decodePath, type Decoded } from '../aiSdk/decode.ts'
import { Shape, type ShapeStep } from './shape.ts'
import type { StoredTurn, ThreadTree } from './tree.ts'

/** A message of a thread: its turns in order, the first one named as it is. */
export interface StoredMessage {
  readonly id: string
  readonly turns: readonly StoredTurn[]
  /** Null where there is nothing of it to be shown. */
  readonly decoded: Decoded | null
}

/** A thread as assistant-ui has it. */
export interface AssistantThread {
  readonly messages: ReadonlyMap<string, StoredMessage>
  readonly shape: Shape
}

/** Returns the messages of a tree and their order. */
export function threadOf(tree: ThreadTree): AssistantThread {
  const messages = messagesOf(tree)
  const shape = new Shape(stepsOf(tree, messages))
  const at = tree.messageAt(tree.head)
  if (at === null || !shape.has(at)) return { messages, shape }
  // A head that went back is shown as it stands; a message that was stored again has what is below it.
  const isLeaf = !tree.nodes.some(({ parent }) => parent?.id === tree.head)
  shape.show(isLeaf ? shape.end(at) : at)
  return { messages, shape }
}

function messagesOf(tree: ThreadTree): Map<string, StoredMessage> {
  const turns = new Map<string, StoredTurn[]>()
  for (const turn of tree.turns.values()) {
    const of = tree.messageAt(turn.observationId)
    if (of !== null) turns.set(of, [...(turns.get(of) ?? []), turn])
  }
  const messages = new Map<string, StoredMessage>()
  for (const [id, all] of turns) {
    const sorted = all.toSorted((a, b) => placeIn(id, a) - placeIn(id, b))
    const [first] = sorted
    const decoded = first?.turnId === id && !first.isDeleted ? decodePath(sorted) : []
    messages.set(id, { id, turns: sorted, decoded: decoded.find(({ message }) => message.id === id) ?? null })
  }
  return messages
}

/** Turns of a message are called after it: `ID`, `ID:2`, and so on. What others have stored comes behind, as it was stored. */
function placeIn(id: string, { turnId }: StoredTurn): number {
  if (turnId === id) return 1
  const place = turnId.startsWith(`${id}:`) ? Number(turnId.slice(id.length + 1)) : NaN
  return Number.isSafeInteger(place) ? place : Number.MAX_SAFE_INTEGER
}

function* stepsOf(tree: ThreadTree, messages: ReadonlyMap<string, StoredMessage>): Generator<ShapeStep> {
  for (const { kind, id, message } of tree.nodes) {
    if (!message) continue
    const { turnId } = message
    if (kind === 'DELETION') yield { does: 'remove', id: turnId }
    const at = kind === 'TURN' ? id : kind === 'RESTORATION' ? tree.turns.get(turnId)?.observationId : undefined
    if (at !== undefined && tree.messageAt(at) === turnId)
      yield { does: 'place', id: turnId, parent: tree.messageAbove(at) }
  }
  for (const { id, decoded } of messages.values()) if (!decoded) yield { does: 'remove', id }
}
