import type { Scratch, ScratchMap } from '../scratch.ts'
import { asObject, asText } from '../reading/values.ts'
import { foreignBlocks, queuedPrompt, type LineEntry } from './entry.ts'

/**
 * What a user's line without tool results is to the run that it stands in: a PROMPT begins one, an INTERRUPT ends one,
 * a COMMAND is a prompt where the model answers it, LOCAL is what the program did by itself, a SUMMARY what a compaction
 * left, and PROGRAM what the program put in beside a prompt.
 */
export type PromptKind = 'PROMPT' | 'INTERRUPT' | 'COMMAND' | 'LOCAL' | 'SUMMARY' | 'PROGRAM'

const beginnings: readonly (readonly [string, PromptKind])[] = [
  ['[Request interrupted by user', 'INTERRUPT'],
  ['<command-name>', 'COMMAND'],
  ['<command-message>', 'COMMAND'],
  ['<local-command-', 'LOCAL'],
  ['<bash-', 'LOCAL'],
  ['<user-memory-input>', 'LOCAL'],
  ['Caveat: The messages below', 'LOCAL'],
]

/** Returns what a user's line is; null for all other entries, tool results among them. */
export function promptKind({ value, node, isToolText }: LineEntry): PromptKind | null {
  if (node !== 'USER') return null
  if (isToolText) return 'PROGRAM'
  if (value['isCompactSummary'] === true) return 'SUMMARY'
  const text = textOf(asObject(value['message'])?.['content'] ?? queuedPrompt(value)).trimStart()
  const known = beginnings.find(([beginning]) => text.startsWith(beginning))
  return known?.[1] ?? (value['isMeta'] === true ? 'PROGRAM' : 'PROMPT')
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const text = foreignBlocks(content as never).find((block) => block['type'] === 'text')
  return asText(text?.['text']) ?? ''
}

/** Finds out, while a file is read for the first time, which commands the model answers. */
export class Commands {
  /** Commands, and the notes right after them. */
  private readonly commands: ScratchMap<string>
  private readonly answered: ScratchMap<true>
  private areAny = false

  constructor(scratch: Scratch) {
    this.commands = scratch.map('commands')
    this.answered = scratch.map('answeredCommands')
  }

  add(entry: LineEntry, id: string): void {
    const kind = promptKind(entry)
    if (kind === 'COMMAND') {
      this.areAny = true
      this.commands.set(id, id)
    }
    const above = this.areAny && entry.parentUuid !== null ? this.commands.get(entry.parentUuid) : undefined
    if (above === undefined || kind === 'COMMAND') return
    if (entry.node === 'NOTE') this.commands.set(id, above)
    else if (entry.node === 'ASSISTANT' || kind === 'PROGRAM') this.answered.set(above, true)
  }

  /** Says whether the model answers a command: what the program put in for it, or an answer, stands below it. */
  isAnswered(id: string): boolean {
    return this.areAny && this.answered.get(id) === true
  }
}
