import type { Block, Conversation, JsonObject } from '../model.ts'
import { isObject } from './outcome.ts'
import { titleSearch } from './title.ts'

type Call = Extract<Block, { type: 'toolCall' }>
type Sidechain = Pick<Conversation, 'title' | 'derivedTitle'>

/** Returns which call of a turn started a sub-agent: the only one, else the one that gave it its prompt or its name; null where that is not said. */
export function startingCall(blocks: readonly Block[], sidechain: Sidechain): Call | null {
  const calls = blocks.filter((block) => block.type === 'toolCall')
  if (calls.length < 2) return calls[0] ?? null
  return onlyOne(calls, (input) => isPrompt(input, sidechain)) ?? onlyOne(calls, (input) => isName(input, sidechain))
}

function onlyOne(calls: readonly Call[], fits: (input: JsonObject) => boolean): Call | null {
  const results = calls.filter(({ input }) => isObject(input) && fits(input))
  return results.length === 1 ? (results[0] ?? null) : null
}

function isPrompt({ prompt }: JsonObject, { derivedTitle }: Sidechain): boolean {
  return typeof prompt === 'string' && titleSearch().take(prompt) === derivedTitle
}

function isName({ description, name }: JsonObject, { title }: Sidechain): boolean {
  return title !== null && [description, name].some((text) => typeof text === 'string' && text.trim() === title)
}
