/** What people see of a turn who look at the database itself: its text as a property, and a name for each node. */
import { label, textOf } from '../../../domain/messages/blocks.ts'
import { currentBlocks } from '../../../domain/messages/messageSnapshot.ts'
import type { Block, Conversation, Message, Observation } from '../../../domain/model.ts'

/** The database keeps no half of a pair. */
const half = /\p{Surrogate}/u
const halves = /\p{Surrogate}/gu
const wellFormed = (text: string): string => text.replaceAll(halves, '\uFFFD')
const nameLength = 60

/** Blocks as they lie in a body: of a text block only the length, where the text lies in a property of its own. */
export interface Parted {
  readonly blocks: readonly unknown[]
  /** Null: there is no text. */
  readonly text: string | null
}

/** Returns blocks and their text apart, so that it is kept once; text that the database cannot hold stays in the blocks. */
export function parted(blocks: readonly Block[]): Parted {
  const text = textOf(blocks)
  if (text === null || text === '') return { blocks, text }
  if (half.test(text)) return { blocks, text: wellFormed(text) }
  const lengths = blocks.map((block) => (block.type === 'text' ? { ...block, text: block.text.length } : block))
  return { blocks: lengths, text }
}

/** Returns the blocks of a body with the text that lies beside it. */
export function joined(blocks: readonly Block[], text: string | null): readonly Block[] {
  let at = 0
  return blocks.map((block) => {
    const length = block.type === 'text' ? (block.text as string | number) : null
    if (typeof length !== 'number' || text === null) return block
    return { ...block, text: text.slice(at, (at += length)) } as Block
  })
}

/** Returns what a node of the tree, or a correction, is called: who or what it is, and how it begins. */
export function observationName({ kind, role, blocks, marker }: Observation): string {
  return nameOf(kind === 'TURN' && role !== null ? role : kind, blocks, marker?.summary ?? null)
}

function nameOf(what: string, blocks: readonly Block[], summary: string | null): string {
  const text = summary ?? textOf(blocks) ?? ''
  const called = blocks.flatMap((block) => (block.type === 'toolCall' ? [block.name] : []))
  const words = text.trim() === '' ? called.map((name) => `→ ${name}`).join(' ') : text
  const begins = wellFormed(label(words, nameLength))
  return begins === '' ? what : `${what} ${begins}`
}

/** What a message says now. */
export interface Present {
  /** Null where it is deleted. */
  readonly text: string | null
  readonly name: string
}

/** Returns what a message says now; null: that is what its newest observation says, which is not given. */
export function presentOf(message: Message, latest: Observation | null): Present | null {
  const { role, deleted } = message
  if (message.erased) return { text: null, name: `${role} (erased)` }
  if (deleted) return { text: null, name: `${role} (deleted)` }
  if (latest === null && !hasOwnContent(message)) return null
  const blocks = currentBlocks(latest ?? nothing, message)
  return { text: wellFormed(textOf(blocks) ?? ''), name: nameOf(role, blocks, null) }
}
const nothing = { kind: 'TURN', blocks: [] as readonly Block[] } as Observation

/** Says whether a correction gave a message its content. */
export function hasOwnContent({ overlay }: Message): boolean {
  return overlay !== null && Object.hasOwn(overlay.fields, 'content')
}

/** Returns what a conversation is called; null: it has no title. */
export function conversationName({ title, derivedTitle }: Conversation): string | null {
  return wellFormed(label(title ?? derivedTitle, nameLength)) || null
}

/** What is counted of a turn, for people: turngraph itself reads it from the body. */
export interface SpentProperties<Whole> {
  readonly model?: string
  readonly tools?: readonly string[]
  readonly errors?: Whole
  readonly answerId?: string
  readonly inputTokens?: Whole
  readonly outputTokens?: Whole
  readonly cacheReadTokens?: Whole
  readonly cacheWriteTokens?: Whole
  readonly costUsd?: number
}
const tokenNames = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const

/** Returns what is counted of a turn, whole numbers as the database takes them. */
export function spentOf<Whole>(
  { model, usage, blocks }: Observation,
  whole: (value: number) => Whole,
): SpentProperties<Whole> {
  const tools = blocks.flatMap((block) => (block.type === 'toolCall' ? [wellFormed(block.name)] : []))
  const errors = blocks.filter((block) => block.type === 'toolResult' && block.isError).length
  const tokens = tokenNames.map((name) => [name, usage?.[name]] as const)
  const known = tokens.filter((entry): entry is [(typeof tokenNames)[number], number] => Number.isSafeInteger(entry[1]))
  return {
    ...(model !== null && { model: wellFormed(model) }),
    ...(tools.length > 0 && { tools }),
    ...(errors > 0 && { errors: whole(errors) }),
    ...(usage?.answerId != null && { answerId: wellFormed(usage.answerId) }),
    ...Object.fromEntries(known.map(([name, value]) => [name, whole(value)])),
    ...(usage?.costUsd != null && { costUsd: usage.costUsd }),
  }
}
