import { firstOf, withTurn } from '../../../domain/messages/messageSnapshot.ts'
import type { Message, Observation, TreeNode } from '../../../domain/model.ts'
import type { Draft } from '../../write/draft/draft.ts'
import type { Warning } from '../../write/warning.ts'

/** Where a turn goes: its message where there is one already, what it replaces, and its parent. */
export interface TurnTarget {
  readonly message: Message | null
  /** The message's newest turn observation. */
  readonly latest: Observation | null
  /** The inherited message of the same turn. */
  readonly inherited: Message | null
  /** Where the turn stands on the path that it is stored to; null where it does not, or a parent was given. */
  readonly current: TreeNode | null
  /** Another turn, whose place this new one takes. */
  readonly superseded: TreeNode | null
  readonly parent: TreeNode | null
}

/** What storing one turn into a draft came to. */
export interface StoredTurn {
  readonly message: Message
  readonly observation: Observation
  readonly leftTranscript: number
  /** It says again what stands there: nothing left the transcript, and no head moved. */
  readonly restated: boolean
  readonly warnings: readonly Warning[]
}

/** Returns a turn's message with one more turn observation. */
export function messageAfter({ message, latest, inherited }: TurnTarget, node: Observation, turnId: string): Message {
  if (message !== null && latest !== null) return withTurn(message, latest, node)
  return firstOf(node, turnId, inherited?.id ?? null)
}

/** Puts a turn's message into the draft, as it is now. */
export function putMessage(draft: Draft, target: TurnTarget, message: Message): void {
  draft.changes.putMessage({ isNew: target.message === null, value: message })
}
