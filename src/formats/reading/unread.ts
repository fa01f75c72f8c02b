import type { Block, Json, JsonObject } from '../../domain/model.ts'
import type { Findings } from '../findings.ts'
import type { Counts, EntryDraft, Taken } from '../plan.ts'
import type { EntryStep } from './tree/steps.ts'
import { asList, asObject, asText } from './values.ts'

/** What calls and results are called in the words of all formats, in any spelling. */
const calls = /(tool|function)(use|call|request|response|result|output|invocation|return)/
/** A provider's own tools have blocks that it alone is sent back. */
const ofProvider = /^(server|mcp|websearch|webfetch|codeexecution|bashcode|texteditor|toolsearch)/
/** Members that a call or a result has in formats whose blocks have no type. */
const callMembers = ['functionCall', 'functionResponse', 'tool_calls', 'function_call'] as const
/** What is looked at or heard, or is a secret of its provider: its strings are no words. */
const media = /image|picture|audio|video|file|document|media|pointer|redacted|encrypted|reference/
/** Members in which programs keep what is said. */
const wordMembers: ReadonlySet<string> = new Set([
  'text',
  'value',
  'content',
  'parts',
  'fragments',
  'message',
  'mes',
  'markdown',
  'output',
  'think',
  'thinking',
  'thought',
  'answer',
  'response',
])
/** Entries that are kept to see whose they are. */
const mostExamples = 10
/** Members around words. */
const deepest = 4

/** What was kept of a file and not understood, and since which line. */
interface UnreadCount {
  count: number
  readonly line: number
}

/** Counts what of a file's turns was not read, while they come. */
export class Unread {
  private readonly empty = new Map<string, UnreadCount>()
  private readonly blocks = new Map<string, UnreadCount>()
  private turns = 0
  private readTurns = 0
  private unknown = 0
  private odd = 0
  private readonly notUnderstood: JsonObject[] = []

  /** Takes what an entry says; `isUnknown`: its reader did not know it for a message, `isOdd`: not for one of the format alone. */
  add(draft: EntryDraft, line: number, entry: Pick<EntryStep, 'isUnknown' | 'isOdd' | 'content'> = {}): void {
    const before = this.left
    if (entry.isUnknown) this.unknown++
    if (entry.isOdd) this.odd++
    if (draft.kind === 'TURN') this.turn(draft, line)
    const content = this.left > before && this.notUnderstood.length < mostExamples ? asObject(entry.content) : null
    if (content !== null) this.notUnderstood.push(content)
  }

  private turn(draft: EntryDraft, line: number): void {
    this.turns++
    for (const block of draft.blocks) {
      const kind = unreadKind(block)
      if (kind !== null) counted(this.blocks, kind, line)
    }
    if (draft.blocks.some(isRead)) this.readTurns++
    else if (hasWords(draft)) counted(this.empty, draft.role ?? 'turn', line)
  }

  /** Says whether a turn was read. */
  get hasRead(): boolean {
    return this.readTurns > 0
  }

  /** Says whether nothing of the file was read though there are words in it: then it is of another format. */
  get isForeign(): boolean {
    if (this.readTurns > 0) return false
    return this.turns === 0 ? this.unknown > 0 : this.empty.size + this.blocks.size > 0
  }

  /** How much of the file was read. */
  get taken(): Taken {
    return { turns: this.readTurns, left: this.left, notUnderstood: this.notUnderstood }
  }

  private get left(): number {
    return this.unknown + this.odd + sumOf(this.empty) + sumOf(this.blocks)
  }

  counts(): Pick<Counts, 'emptyTurns' | 'unreadBlocks'> {
    return { emptyTurns: sumOf(this.empty), unreadBlocks: sumOf(this.blocks) }
  }

  /** Names each kind once, with how many there are and where the first one is. */
  tell(findings: Findings): void {
    for (const [role, { count, line }] of this.empty)
      findings.add(
        line,
        'EMPTY_TURNS',
        `${times(count, 'turn')} of the role ${role} ${isOrAre(count)} kept without text, though the file has words there.`,
      )
    for (const [kind, { count, line }] of this.blocks)
      findings.add(
        line,
        'UNREAD_BLOCKS',
        `${times(count, 'block')} of the type ${JSON.stringify(kind)} ${isOrAre(count)} a call or a result that this format does not have; kept as it came, and sent to no model.`,
      )
  }
}

/** Reports nodes that no path from the head of their conversation reaches, where no lost parent explains it. */
export function tellUnreachable(
  { reachable, nodes, danglingParents, roots }: Readonly<Counts>,
  findings: Findings,
): void {
  const lost = Math.round((1 - reachable) * nodes)
  if (lost === 0 || danglingParents > 0) return
  findings.add(
    null,
    'UNREACHABLE',
    `${times(lost, 'entry', 'entries')} of ${nodes} ${isOrAre(lost)} in none of the trees in which the conversations stand; there are ${roots} roots.`,
  )
}

function counted(retained: Map<string, UnreadCount>, kind: string, line: number): void {
  const known = retained.get(kind)
  if (known) known.count++
  else if (retained.size < 100) retained.set(kind, { count: 1, line })
}

const sumOf = (retained: ReadonlyMap<string, UnreadCount>) =>
  [...retained.values()].reduce((sum, { count }) => sum + count, 0)
const times = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
const isOrAre = (count: number) => (count === 1 ? 'is' : 'are')

const plainType = (value: Json | undefined) => (asText(value) ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Returns what a block is called that is a call or a result in another format's words; null for all others. */
function unreadKind(block: Block): string | null {
  if (block.type !== 'other') return null
  const value = asObject(block.value)
  const type = plainType(value?.['type'])
  if (!value || ofProvider.test(type)) return null
  if (calls.test(type)) return asText(value['type'])?.slice(0, 60) ?? null
  return callMembers.find((name) => value[name] != null) ?? null
}

function isRead(block: Block): boolean {
  if (block.type === 'text') return block.text !== ''
  return block.type !== 'other' || media.test(plainType(asObject(block.value)?.['type']))
}

/** Says whether the file has words where a turn has none. */
function hasWords({ blocks, fields }: EntryDraft): boolean {
  const remaining = blocks.flatMap((block) => (block.type === 'other' ? [block.value] : []))
  return remaining.some((value) => wordsIn(value, deepest) || sentenceIn(value, deepest)) || wordsIn(fields, deepest)
}

const sentence = /\p{L}{2,}\s+\p{L}{2,}/u

/** Looks into all members of a block that nobody knows: where two words stand side by side somebody said something. */
function sentenceIn(value: Json, depth: number): boolean {
  if (typeof value === 'string') return sentence.test(value)
  if (depth === 0) return false
  if (Array.isArray(value)) return asList(value as Json).some((each) => sentenceIn(each, depth - 1))
  const object = asObject(value)
  const type = plainType(object?.['type'])
  if (!object || media.test(type) || ofProvider.test(type)) return false
  return Object.values(object).some((member) => sentenceIn(member, depth - 1))
}

/** Looks into the members that hold words, and into nothing else: ids, times and states are none. */
function wordsIn(value: Json | JsonObject, depth: number): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (depth === 0) return false
  if (Array.isArray(value)) return asList(value as Json).some((each) => wordsIn(each, depth - 1))
  const object = asObject(value)
  if (!object || media.test(plainType(object['type']))) return false
  return Object.entries(object).some(([name, member]) => wordMembers.has(name) && wordsIn(member, depth - 1))
}
