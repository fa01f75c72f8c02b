import type { Entry } from '../entries/entry.ts'
import type { Prompt } from '../prompts/usePrompts.ts'

/** What can be known of a turn, whichever way it is shown: what its actions need. */
export interface TurnFacts {
  readonly observationId: string
  readonly kind: string
  readonly role: 'USER' | 'ASSISTANT' | 'SYSTEM' | 'TOOL' | null
  readonly turn: number | null
  readonly messageId: string | null
  readonly turnId: string | null
  readonly parentId: string | null
  readonly isDeleted: boolean
  readonly isErased: boolean
  readonly annotations: unknown
  /** Whether it is made of words alone: words cannot stand for calls, results or files. */
  readonly isOfWords: boolean
}

const isOfWords = (content: readonly { readonly __typename: string }[] | null | undefined): boolean =>
  (content ?? []).every(({ __typename }) => __typename === 'TextBlock')

/** Returns the facts of an entry of a path. */
export function factsOfEntry({ observation, message, role, deleted, erased, content }: Entry): TurnFacts {
  return {
    observationId: observation.id,
    kind: observation.kind,
    role: role ?? null,
    turn: observation.turn ?? null,
    messageId: message?.id ?? null,
    turnId: message?.turnId ?? null,
    parentId: observation.parent?.id ?? null,
    isDeleted: deleted,
    isErased: erased,
    annotations: observation.annotations,
    isOfWords: isOfWords(content),
  }
}

/** Returns the facts of a prompt's own turn; null of what stands before the first prompt. */
export function factsOfPrompt({ observation }: Prompt): TurnFacts | null {
  if (!observation) return null
  const { id, kind, turn, message, parent, annotations, content } = observation
  return {
    observationId: id,
    kind,
    role: 'USER',
    turn: turn ?? null,
    messageId: message?.id ?? null,
    turnId: message?.turnId ?? null,
    parentId: parent?.id ?? null,
    isDeleted: message?.deleted ?? false,
    isErased: observation.erased,
    annotations,
    isOfWords: isOfWords(content),
  }
}
