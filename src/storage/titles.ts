/** What migrations need to call conversations by today's rule (decision 152): pure, for both stores. */
import { textOf } from '../domain/messages/blocks.ts'
import type { ImportState } from '../domain/records/importMarks.ts'
import { currentBlocks } from '../domain/messages/messageSnapshot.ts'
import type { Block, Conversation, Message, Observation } from '../domain/model.ts'
import { callTitle } from '../domain/prompts/callTitle.ts'
import { titleOfTool, titleSearch, untitled } from '../domain/prompts/title.ts'

/** A user's turn of a path, with its message as it is now. */
export interface UserTurn {
  readonly observation: Observation
  readonly message: Message | null
}

/** Returns what user's turns call their conversation, oldest first; `isFinal`: no later one can better it. */
export function titleOfTurns(turns: readonly UserTurn[]): { readonly title: string; readonly isFinal: boolean } {
  const search = titleSearch()
  for (const { observation, message } of turns) {
    const text = message?.deleted ? '' : (textOf(currentBlocks(observation, message)) ?? '')
    const { fields } = observation
    const flags = { isMeta: fields['isMeta'] === true, isSummary: fields['isCompactSummary'] === true }
    const title = search.take(text, flags)
    if (title !== null || search.isOver()) return { title: title ?? search.otherwise() ?? untitled, isFinal: true }
  }
  return { title: search.otherwise() ?? untitled, isFinal: false }
}

type Titles = Pick<Conversation, 'title' | 'derivedTitle'>

/** What a conversation is called from now on, and what the importer is to know of it; null: what it knew. */
export interface Renamed extends Titles {
  readonly left: ImportState | null
}

/**
 * Returns what a conversation is called with a derived title; null where that is as it was. A title that a person gave
 * stays; of an importer's that holds text of a program what is left of it, and a sub-agent without one is called by its call.
 */
export function renamed(
  { title, derivedTitle }: Titles,
  derived: string,
  left: ImportState | null,
  calls: readonly Block[],
): Renamed | null {
  const isImporters = left !== null && (title === null || title === left.title)
  const kept = title !== null && isImporters ? titleOfTool(title) : title
  const called = kept === null && isImporters ? callTitle(calls, derived) : null
  const now = kept ?? called
  if (now === title && derived === derivedTitle) return null
  const rank = called === null ? (left?.rank ?? 0) : 2
  return {
    title: now,
    derivedTitle: derived,
    left: left !== null && now !== title ? { ...left, title: now, rank } : null,
  }
}
