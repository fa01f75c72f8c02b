/** What migrations need to call forks by today's rule (docs/design/paths-and-segments.md): pure, for both stores. */
import { currentBlocks } from '../domain/messages/messageSnapshot.ts'
import { textOf } from '../domain/messages/blocks.ts'
import type { Conversation, Message, Observation } from '../domain/model.ts'
import { forkNamed, titleSearch, untitled } from '../domain/prompts/title.ts'
import { isOfOthers } from '../domain/tree/growth.ts'

/** A user's turn of a path, with its message as it is now. */
export interface UserTurn {
  readonly observation: Observation
  readonly message: Message | null
}

/** A fork, or what it came from, with the user's turns that it recorded itself on the path to its head, oldest first. */
export interface ForkTitleRequest {
  readonly conversation: Pick<Conversation, 'id' | 'title' | 'derivedTitle' | 'deletedAt'>
  readonly isFork: boolean
  readonly turns: readonly UserTurn[]
}

/** Forks of forks that are looked at for a title. */
export const mostForks = 16

/** Returns what a fork is called; `line` is the fork, then what it came from, then what that came from, as far as `isNamed` goes. */
export function titleOfFork([fork, ...sources]: readonly [ForkTitleRequest, ...ForkTitleRequest[]]): string {
  const own = titleOfTurns(fork)
  if (own.isFinal) return own.title ?? untitled
  const source = sources.map(nameOf).find((name) => name !== null && name !== untitled)
  return source == null ? (own.title ?? untitled) : forkNamed(source)
}

/** Says whether it is known what forks of a conversation are called, so that what it came from need not be read. */
export function isNamed(request: ForkTitleRequest): boolean {
  return nameOf(request) !== null
}

/** Returns what forks of a conversation are called by; null where that is for what it came from itself. */
function nameOf(request: ForkTitleRequest): string | null {
  const { title, derivedTitle, deletedAt } = request.conversation
  if (title !== null && deletedAt === null) return title
  if (!request.isFork) return derivedTitle
  const own = titleOfTurns(request)
  return own.isFinal ? own.title : null
}

function titleOfTurns({ conversation, turns }: ForkTitleRequest): {
  readonly title: string | null
  readonly isFinal: boolean
} {
  const search = titleSearch()
  for (const { observation, message } of turns) {
    if (isOfOthers(observation, conversation.id)) continue
    const text = message?.deleted ? '' : (textOf(currentBlocks(observation, message)) ?? '')
    const { fields } = observation
    const flags = { isMeta: fields['isMeta'] === true, isSummary: fields['isCompactSummary'] === true }
    const title = search.take(text, flags)
    if (title !== null || search.isOver()) return { title: title ?? search.otherwise(), isFinal: title !== null }
  }
  return { title: search.otherwise(), isFinal: false }
}
