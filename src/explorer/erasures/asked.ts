import { observable } from '../data/observable.ts'

/** What is to be erased: by ids, of one kind or several. */
export interface Targets {
  readonly observationIds?: readonly string[]
  readonly messageIds?: readonly string[]
  readonly conversationIds?: readonly string[]
  readonly attachmentIds?: readonly string[]
  readonly entityIds?: readonly string[]
}

/** What is to be erased. */
export interface EraseAsked {
  /** What it is called in the title of the dialog: `turn 3`. */
  readonly name: string
  readonly targets: Targets
  /** Another choice, where a turn has several versions: this one alone. */
  readonly alone?: Targets | null
  readonly reason?: 'SECRET_LEAKED'
}

/** What is about to be erased; null: nothing. */
export const eraseAsked = observable<EraseAsked | null>(null)
