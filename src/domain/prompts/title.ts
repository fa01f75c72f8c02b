import { label, shortened, titleLength } from '../messages/blocks.ts'
import { capital, cleanTitle } from './cleanTitle.ts'
import { promptOf, type Prompt, type PromptFlags } from './promptOf.ts'

/** Shown where nothing names a conversation. */
export const untitled = 'Untitled'
const continuedSession = 'Continued session'
const placeholders: ReadonlySet<string> = new Set(['new chat', 'untitled', 'new conversation', 'untitled chat'])

/** Turns of the user that are looked at for a better title than a greeting or a command. */
const lookedAt = 100

/** Looks through the user's turns of a path, oldest first, for what the conversation is called by (docs/design/paths-and-segments.md). */
export interface TitleSearch {
  /** Takes the next turn; returns the title where it gives one that no later turn can better, else null. */
  take(text: string, flags?: PromptFlags): string | null
  /** What it is called where no turn gave one; null: by nothing. */
  otherwise(): string | null
  /** Says whether enough turns were looked at for something better than a greeting or a command. */
  isOver(): boolean
}

/** Returns a search that has seen no turn yet. */
export function titleSearch(): TitleSearch {
  let [taken, isContinued, hasPassed] = [0, false, false]
  let [greeting, command]: (string | null)[] = [null, null]
  const otherwise = () => (isContinued ? continuedSession : (greeting ?? command ?? null))
  return {
    take(text, flags) {
      taken++
      const prompt = promptOf(text, flags)
      const title = prompt.kind === 'CONTINUED' ? listedTitle(prompt.text) : titleOfWords(prompt)
      // A greeting or a command that was passed over is a lead, too: behind it the next letter is capital.
      if (title !== null && !isGreeting(title)) return hasPassed && prompt.kind === 'PROMPT' ? capital(title) : title
      hasPassed ||= prompt.kind !== 'MACHINE' && text.trim() !== ''
      isContinued ||= prompt.kind === 'CONTINUED'
      greeting ??= title
      if (prompt.kind === 'COMMAND' && prompt.text.trim() === '') command ??= shortened(prompt.command ?? '')
      return null
    },
    otherwise,
    isOver: () => taken >= lookedAt && otherwise() !== null,
  }
}

const forkWords = 'Fork of '

/** Returns what a fork is called in which nobody asked anything yet, by the title of its source. */
export function forkNamed(source: string): string {
  const of = source.startsWith(forkWords) ? source : `${forkWords}${source}`
  return shortened(of)
}

const newChat = 'New chat'

/**
 * Returns the search of a thread of a Neo store, which that store's own program must call alike (spec E-9): by the first turn of the user
 * that has text, on one line, of which 60 code points stay plus "…"; else by "New chat".
 */
export function threadTitleSearch(): TitleSearch {
  return {
    take: (text, flags) => (flags?.isMeta === true || text.trim() === '' ? null : label(text, titleLength)),
    otherwise: () => newChat,
    isOver: () => false,
  }
}

/** Says whether a conversation is called by its source's title. */
export const isForkName = (title: string): boolean => title.startsWith(forkWords)

/** Says whether a later turn may give a conversation of this derived title a better one. */
export function isProvisional(title: string): boolean {
  return (
    title === untitled ||
    title === continuedSession ||
    isGreeting(title) ||
    title === newChat ||
    /^(?:\/|[!#] |Fork of )/.test(title)
  )
}

/**
 * Returns the title that a tool gave a conversation, null where that names nothing: a placeholder, or text of a program
 * which the tool took for a prompt.
 */
export function titleOfTool(text: string): string | null {
  const title = text.trim()
  if (title === '' || placeholders.has(title.toLowerCase())) return null
  if (!isProgramText(title)) return text
  const search = titleSearch()
  return search.take(title) ?? search.otherwise()
}

/** Returns the title that a file of a format gives a conversation: as `titleOfTool` has it, but a Neo store's as it stands there. */
export function titleOfFile(format: string, text: string): string | null {
  if (!format.startsWith('NEO_')) return titleOfTool(text)
  return text.trim() === '' ? null : text
}

const programBeginnings =
  /^(?:<|\[Request interrupted|Caveat: The messages|# Context from|# AGENTS\.md|This session is being|Implement the following)/
const isProgramText = (title: string) => programBeginnings.test(title)

function titleOfWords({ kind, text }: Prompt): string | null {
  if (kind !== 'PROMPT' && kind !== 'COMMAND') return null
  if (isGreeting(text)) return shortened(text)
  const title = cleanTitle(text)
  return title === '' ? null : title
}

/** The first prompt that the summary of a continued session lists. */
function listedTitle(summary: string): string | null {
  const [, list = ''] = /All user messages:\s*\n([\s\S]*)/.exec(summary) ?? []
  for (const [, item = ''] of list.slice(0, 4000).matchAll(/^\s*(?:[-*]|\d+\.)\s+(.+)$/gm)) {
    const title = titleOfWords(promptOf(item.replace(/^["“'](.*)["”']\.?$/u, '$1')))
    if (title !== null && !isGreeting(title)) return title
  }
  return null
}

const greetings =
  /^(?:hi|hiya|hello|hey|heya|yo|howdy|greetings|good (?:morning|afternoon|evening|day)|test|testing|ping)(?:[\s,]+(?:there|again|all|everyone|you|claude|codex|gemini|chatgpt|friend|test|testing|hi|hello|hey|\d+))*\s*[.!?…]*$/i

/** Says whether a text greets, or tries whether anybody is there, and asks nothing. */
function isGreeting(text: string): boolean {
  const words = text.trim()
  return words.length <= 40 && greetings.test(words)
}
