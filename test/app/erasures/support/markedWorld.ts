import { createHash } from 'node:crypto'
import { Refusal } from '../../../../src/domain/refusals.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { acts, type Act } from './acts.ts'

/** A word that nothing else says, and what it goes with besides the observation that says it: ids, of which one is enough. */
export interface Mark {
  readonly word: string
  readonly place: string
  /** Null: it is said by observations alone, whose rows tell. */
  readonly goesWith: readonly string[] | null
  /** Ids with which it may go; '*': whatever is erased. */
  readonly mayGoWith: readonly string[]
}

/** A turn as it was stored, to be stored again. */
export interface Said {
  readonly conversationId: string
  readonly turnId: string
  readonly observationId: string
  readonly input: Record<string, unknown>
}

/** What was done so far, with a word of its own in each place that holds content. */
export interface MarkedWorld {
  readonly scope: () => Scope
  readonly seed: number
  readonly marks: Mark[]
  readonly conversations: string[]
  readonly said: Said[]
  readonly corrections: { readonly id: string; readonly messageId: string }[]
  readonly markers: { readonly conversationId: string; readonly id: string }[]
  readonly runs: { readonly conversationId: string; readonly runId: string }[]
  /** Files that were imported, each as it was at last. */
  readonly files: Map<string, string>
  /** Bytes of files that were attached, by a number. */
  readonly bytes: Map<number, string>
  readonly counts: Record<string, number>
  /** Returns a new word. */
  mark(place: string, goesWith?: readonly string[] | null, mayGoWith?: readonly string[]): string
  next(kind: string): number
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Finds all words of worlds in a text. */
export const words = (text: string): Set<string> => new Set(text.match(/qz[a-z]{24}zq/g))

/** Returns a world in which nothing was done. */
export function markedWorld(scope: () => Scope, seed: number): MarkedWorld {
  const marks: Mark[] = []
  const counts: Record<string, number> = {}
  const next = (kind: string) => (counts[kind] = (counts[kind] ?? 0) + 1)
  const mark = (place: string, goesWith: readonly string[] | null = null, mayGoWith: readonly string[] = []) => {
    const bytes = createHash('sha256')
      .update(`${seed} ${next('mark')} ${scope().tenant}`)
      .digest()
      .subarray(0, 24)
    const word = `qz${[...bytes].map((byte) => letters[byte % 26]).join('')}zq`
    marks.push({ word, place, goesWith, mayGoWith })
    return word
  }
  return {
    ...{ scope, seed, marks, conversations: [], said: [], corrections: [], markers: [], runs: [], files: new Map() },
    bytes: new Map(),
    ...{ counts, mark, next },
  }
}

/** What is done next: the kind of act, and two numbers that it chooses by. */
export interface Step {
  readonly act: string
  readonly a: number
  readonly b: number
}

/** Does what a step says; what is refused where the world stands now is left undone. */
export async function step(world: MarkedWorld, { act, a, b }: Step): Promise<void> {
  try {
    await (acts[act] as Act)(world, a, b)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
