import { observable, useObservable } from '../data/observable.ts'

/** An act of this tab that can be taken back. */
export interface Undoable {
  /** The conversation in which it can be; null: in none. */
  readonly conversationId: string | null
  /** What was done, in words. */
  readonly text: string
  /** The head that taking it back expects; undefined where it expects none. */
  readonly head: string | null | undefined
  readonly undo: () => void
}

/** All of them, the newest last. */
const acts = observable<readonly Undoable[]>([])
/** Older ones are left to the moves of the head, which the server keeps. */
const most = 50

/** Keeps an act, to be taken back. */
export function noteUndoable(act: Undoable): void {
  acts.set([...acts.get(), act].slice(-most))
}

/** Forgets an act: it is taken back. */
export function dropUndoable(act: Undoable): void {
  acts.set(acts.get().filter((each) => each !== act))
}

/**
 * Returns the newest act of this tab in a conversation that can be taken back; null where there is none, and where the head has
 * moved since: then the newest move is somebody else's.
 */
export function useNewestUndoable(conversationId: string, headId: string | null | undefined): Undoable | null {
  const newest = useObservable(acts).findLast((act) => act.conversationId === conversationId) ?? null
  return newest?.head === undefined || newest.head === headId ? newest : null
}
