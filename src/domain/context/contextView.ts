import { isTalkBesideResults } from './toolPairs.ts'
import type { Block, Observation, ObservationId, Role } from '../model.ts'

/** A stretch of a view. */
export type ContextPiece =
  /** Numbered nodes as they stand there. */
  | { readonly kind: 'nodes'; readonly from: number; readonly to: number }
  /** What a marker puts in place of others. */
  | { readonly kind: 'summary'; readonly id: ObservationId }
  | EntryPiece
  /** The synthetic result of one of its calls. */
  | { readonly kind: 'noResult'; readonly id: ObservationId; readonly callId: string }
  /** The synthetic user's turn before this assistant's, which CONTEXT would begin with. */
  | { readonly kind: 'beginning'; readonly id: ObservationId }

/** A turn, or a part of one, where CONTEXT has it. */
export interface EntryPiece {
  readonly kind: 'entry'
  readonly id: ObservationId
  /** Which of its blocks; null for all of them. */
  readonly part: readonly number[] | null
  readonly role: Role | null
  /** Whether it belongs to the tool group of what stands before it. */
  readonly joined: boolean
}

/** A piece that is one entry by itself. */
export type MadePiece = Exclude<ContextPiece, { readonly kind: 'nodes' }>

/** Returns how many entries a piece shows. */
export function sizeOf(piece: ContextPiece): number {
  return piece.kind === 'nodes' ? piece.to - piece.from + 1 : 1
}

/** Pieces with what finds a place among them; nothing of it grows with the path. */
export interface PieceList {
  readonly pieces: readonly ContextPiece[]
  /** The place at which each piece begins, from 1. */
  readonly begins: readonly number[]
  /** The stretches among them, by their numbers. */
  readonly stretches: readonly (NodeSpan & { readonly begin: number })[]
  /** Those that are one entry each, by observation: several where a turn is shown in parts. */
  readonly made: ReadonlyMap<ObservationId, readonly { readonly piece: MadePiece; readonly place: number }[]>
}
type NodeSpan = Extract<ContextPiece, { readonly kind: 'nodes' }>

/** Returns pieces with what finds a place among them. */
export function pieceList(pieces: readonly ContextPiece[]): PieceList {
  const begins: number[] = []
  const stretches: (NodeSpan & { begin: number })[] = []
  const made = new Map<ObservationId, { piece: MadePiece; place: number }[]>()
  let begin = 1
  for (const piece of pieces) {
    begins.push(begin)
    if (piece.kind === 'nodes') stretches.push({ ...piece, begin })
    else made.set(piece.id, [...(made.get(piece.id) ?? []), { piece, place: begin }])
    begin += sizeOf(piece)
  }
  // A marker may keep what is farther up the path behind what is not.
  stretches.sort((a, b) => a.from - b.from)
  return { pieces, begins, stretches, made }
}

/** Returns how many entries the pieces show of a path whose last number is `last`: the last stretch may go on. */
export function shownUpTo({ pieces, begins }: PieceList, last: number): number {
  const [piece, begin] = [pieces.at(-1), begins.at(-1)]
  if (piece === undefined || begin === undefined) return 0
  return begin - 1 + sizeOf(piece.kind === 'nodes' ? { ...piece, to: Math.min(piece.to, last) } : piece)
}

/** Returns the last of some numbers in rising order that is not greater than `n`, by its index; -1 where there is none. */
export function lastUpTo(count: number, n: number, numberAt: (index: number) => number): number {
  let [low, high] = [-1, count - 1]
  while (low < high) {
    const middle = Math.floor((low + high + 1) / 2)
    if (numberAt(middle) <= n) low = middle
    else high = middle - 1
  }
  return low
}

/** What is said where nothing was stored. */
interface Synthetic {
  readonly role: Role
  readonly text: string
  readonly blocks: readonly Block[]
}

/** Returns the result that a call gets which has none (design §4). */
export function missingResult(callId: string): Synthetic {
  const text = 'No result was stored.'
  return { role: 'TOOL', text, blocks: [{ type: 'toolResult', callId, content: text, isError: true }] }
}

const beginning = '(earlier turns are not shown)'
/** What stands before an assistant's turn that CONTEXT would begin with. */
export const hiddenBeginning: Synthetic = { role: 'USER', text: beginning, blocks: [{ type: 'text', text: beginning }] }

/**
 * Returns the nodes with all calls of a tool group before its results; other order is kept (design §3). A person may
 * bring results, too; what one says beside them ends the group.
 */
export function callsFirst<T extends { readonly observation: Observation }>(items: readonly T[]): T[] {
  const ordered: T[] = []
  for (let i = 0; i < items.length;) {
    const end = groupEnd(items, i)
    const part = items.slice(i, end)
    const isAnswer = ({ observation }: T) => observation.role === 'ASSISTANT'
    ordered.push(...part.filter(isAnswer), ...part.filter((item) => !isAnswer(item)))
    i = end
  }
  return ordered
}

function groupEnd(items: readonly { readonly observation: Observation }[], from: number): number {
  const group = items[from]?.observation.place?.groupStart ?? null
  for (let i = from; i < items.length; i++) {
    const observation = items[i]?.observation
    const isLast = items[i + 1]?.observation.place?.groupStart !== group
    if (group === null || isLast || (observation && isTalkBesideResults(observation))) return i + 1
  }
  return items.length
}
