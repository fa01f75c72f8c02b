import type { TreeNode } from '../../domain/model.ts'
import { textOf } from '../../domain/messages/blocks.ts'
import { promptOf, flagsOf, userTurn } from '../../domain/prompts/promptOf.ts'
import type { Versions } from '../../domain/tree/versions.ts'
import { nodesOf } from '../read/paths.ts'
import { entryOf, messageOf } from '../transcripts/entries.ts'
import type { TranscriptEntry } from '../transcripts/transcripts.ts'
import { versionsOfEntry } from '../transcripts/versions.ts'
import type { ListedPrompt, PromptPath } from './rows.ts'

export type PromptRowKind = 'PROMPT' | 'COMMAND' | 'CONTINUED' | 'START'

/** Returns what a row begins with. */
export function kindOf({ node }: ListedPrompt): PromptRowKind {
  const kind = node === null ? 'START' : userTurn(node)?.kind
  return kind === undefined || kind === 'MACHINE' ? 'PROMPT' : kind
}

/** A user's turn shows this much of itself in a row. */
const shownText = 2000

/** Returns what the person wrote, without what a program put around it. */
export async function textOfPrompt({ node, span }: ListedPrompt): Promise<string> {
  if (node === null) return ''
  const { blocks } = await entryAt(span.path, node)
  return promptOf(textOf(blocks) ?? '', flagsOf(node)).text.slice(0, shownText)
}

/** Returns the slash command that a row's words were given to; null where there is none. */
export async function commandOf({ node, span }: ListedPrompt): Promise<string | null> {
  if (node === null) return null
  const { blocks } = await entryAt(span.path, node)
  return promptOf(textOf(blocks) ?? '', flagsOf(node)).command
}

/** Returns where a prompt stands among its versions; null where there is none beside it. */
export async function versionsOfPrompt({ node, span }: ListedPrompt): Promise<Versions | null> {
  return node === null ? null : versionsOfEntry(span.path.scope, await entryAt(span.path, node))
}

/** Nodes that are looked at first for an answer: most rows end with it. */
const firstLook = 4

/** Returns the last assistant's turn of a row that has text, or had nothing but that before it was erased; null where there is none. */
export async function answerOf({ span: { path, first, last } }: ListedPrompt): Promise<TranscriptEntry | null> {
  const { reads } = path.scope
  const top = first.place.depth
  for (let [to, size] = [last.place.depth, firstLook]; to >= top; size *= 4) {
    const from = Math.max(top, to - size + 1)
    const nodes = size === firstLook && to === from ? [last] : await nodesOf(reads, last, 'depth', from, to)
    const entries = await Promise.all(
      nodes.filter(({ role, kind }) => role === 'ASSISTANT' && kind === 'TURN').map((node) => entryAt(path, node)),
    )
    const entry = entries.findLast((one) => one.text.trim() !== '' || isErasedText(one))
    if (entry) return entry
    to = from - 1
  }
  return null
}

const isErasedText = ({ erased, observation: { blocks } }: TranscriptEntry): boolean =>
  erased && blocks.some(({ type }) => type === 'text') && !blocks.some(({ type }) => type === 'toolCall')

/** Returns a node as the path shows it. */
export async function entryAt({ scope, conversation, values }: PromptPath, node: TreeNode): Promise<TranscriptEntry> {
  const message = await messageOf(scope.reads, node)
  return entryOf(conversation, node, node.place.turn ?? node.place.turns, message, { values, includeDeleted: false })
}
