import { badInput } from '../refusals.ts'
import { tokenise, type Tokens } from '../usage/tokens.ts'

/** One thing that is looked for: a word, an identifier, or words that stand beside each other. */
export interface Term {
  readonly tokens: Tokens
  /** Whether words that begin so do as well. */
  readonly isBeginning: boolean
  /** An identifier of several parts, written as one; null for all else. */
  readonly whole: string | null
  /** One word as it was written, not several with spaces or signs between. */
  readonly isOneRun: boolean
}

/** What a person asks for: all of these, none of those. Plain data. */
export interface SearchQuery {
  readonly terms: readonly Term[]
  readonly excluded: readonly Term[]
  /** The terms as one phrase, which is worth more; null for a single word. */
  readonly phrase: Term | null
  /** Paths of which a tool call names each, as `path:src/a.ts` asks, and paths of which it names none. */
  readonly paths: readonly string[]
  readonly excludedPaths: readonly string[]
}

const longestQuery = 4096
/** A sign of a script without spaces counts as one. */
const mostWords = 128
const shortestBeginning = 2

/** `-"a phrase"`, `-word`, `"a phrase"`, `word`, `path:src/a.ts`, `path:"my file.ts"`; a quotation that is not ended ends with the text. */
const items = /(-?)"([^"]*)(?:"|$)|(-?)(path:"[^"]*(?:"|$)|[^\s"]+)/gu
const pathItem = /^path:(.+)$/su

/** Returns what a text asks for; refuses one that asks for nothing, or for too much. */
export function parseQuery(text: string): SearchQuery {
  if (text.length > longestQuery)
    throw badInput(
      `The text to search for is longer than ${longestQuery} characters.`,
      {
        length: text.length,
        maximum: longestQuery,
      },
      ['text'],
    )
  const terms: Term[] = []
  const excluded: Term[] = []
  const paths: string[] = []
  const excludedPaths: string[] = []
  for (const match of text.matchAll(items)) {
    const [, quotedSign, quoted, sign, word] = match
    const isExcluded = (quotedSign ?? sign) === '-'
    const path =
      pathItem
        .exec(word ?? '')?.[1]
        ?.replaceAll('"', '')
        .trim() ?? ''
    const pathTerm = path === '' ? null : termOf(path, false)
    if (pathTerm) {
      ;(isExcluded ? excludedPaths : paths).push(path)
      if (!isExcluded) terms.push(pathTerm)
      continue
    }
    const isLast = match.index + match[0].length === text.length
    const term = termOf(quoted ?? word ?? '', isLast && word !== undefined && !isExcluded)
    if (term) (isExcluded ? excluded : terms).push(term)
  }
  const words = [...terms, ...excluded].reduce((sum, { tokens }) => sum + tokens.parts.length, 0)
  if (words > mostWords)
    throw badInput(`At most ${mostWords} words are searched for at once.`, { words, maximum: mostWords }, ['text'])
  if (terms.length === 0)
    throw badInput(
      'The query has no word to search for: give at least one, besides signs and excluded words.',
      { text: JSON.stringify(text.slice(0, 100)) },
      ['text'],
    )
  return { terms, excluded, phrase: phraseOf(terms), paths, excludedPaths }
}

function termOf(text: string, isLast: boolean): Term | null {
  const tokens = tokenise(text)
  const last = tokens.parts.at(-1)
  if (!last) return null
  const isOneRun = oneRun.test(text)
  const whole = tokens.spans.find(({ first, end }) => isOneRun && first === 0 && end === tokens.parts.length)
  const length = whole?.text.length ?? last.text.length
  return {
    tokens,
    isBeginning: isLast && !last.isSign && last.to === text.length && length >= shortestBeginning,
    whole: whole?.text ?? null,
    isOneRun,
  }
}

const oneRun = /^[\p{L}\p{M}\p{N}_]+$/u

function phraseOf(terms: readonly Term[]): Term | null {
  const [only] = terms
  if (terms.length === 1 && only?.isOneRun) return null
  const parts = terms.flatMap(({ tokens }) => tokens.parts)
  let shift = 0
  const spans = terms.flatMap(({ tokens }) => {
    const moved = tokens.spans.map((span) => ({ ...span, first: span.first + shift, end: span.end + shift }))
    shift += tokens.parts.length
    return moved
  })
  return { tokens: { parts, spans }, isBeginning: terms.at(-1)?.isBeginning ?? false, whole: null, isOneRun: false }
}
