import type { SearchQuery, Term } from './searchQuery.ts'
import type { Token, TextSpan, Tokens } from '../usage/tokens.ts'

/** Where a term was found: from which part of a text to before which. */
export interface Occurrence {
  readonly first: number
  readonly end: number
}

/** What was found in a text. */
export interface Match {
  readonly score: number
  /** Of all terms, by where they begin. */
  readonly occurrences: readonly Occurrence[]
}

const saturation = 1.2
const usualLength = 300
const phraseWorth = 1
const wholeWorth = 0.5

/**
 * Returns how well a text answers a query and where, null where it does not: a word is missing, or one is there that was to
 * be left out. No statistics of other texts are in it, so every store gives the same.
 */
export function match(query: SearchQuery, tokens: Tokens): Match | null {
  const text = comparable(tokens)
  const result = foundIn(query, text)
  if (result === null) return null
  const occurrences = result.flat().sort((a, b) => a.first - b.first || a.end - b.end)
  return { score: worthOf(query, text, result), occurrences }
}

/** Returns the score of that alone. */
export function scoreOf(query: SearchQuery, text: ComparableText): number | null {
  const result = foundIn(query, text)
  return result && worthOf(query, text, result)
}

/** Where each term of a query stands. */
type TermOccurrences = readonly (readonly Occurrence[])[]

function foundIn(query: SearchQuery, text: ComparableText): TermOccurrences | null {
  if (query.excluded.some((term) => isIn(term, text))) return null
  const results: Occurrence[][] = []
  for (const term of query.terms) {
    const occurrences = occurrencesOf(term, text)
    if (occurrences.length === 0) return null
    results.push(occurrences)
  }
  return results
}

function worthOf(query: SearchQuery, text: ComparableText, results: TermOccurrences): number {
  const norm = saturation * (0.25 + (0.75 * text.parts.length) / usualLength)
  let score = results.reduce((sum, { length }) => sum + length / (length + norm), 0)
  if (query.phrase && isIn(query.phrase, text)) score += phraseWorth
  for (const { whole } of query.terms) if (whole !== null && text.words.has(whole)) score += wholeWorth
  return score
}

const isIn = (term: Term, text: ComparableText): boolean => occurrencesOf(term, text, 1).length > 0

/** A text as queries are compared with it. */
export interface ComparableText {
  readonly parts: readonly Token[]
  /** Spans by their first part. */
  readonly spans: ReadonlyMap<number, readonly TextSpan[]>
  readonly words: ReadonlySet<string>
}

/** Returns a text to be compared with any number of queries. */
export function comparable({ parts, spans }: Tokens): ComparableText {
  const byFirst = new Map<number, TextSpan[]>()
  for (const span of spans) {
    const known = byFirst.get(span.first)
    if (known) known.push(span)
    else byFirst.set(span.first, [span])
  }
  return { parts, spans: byFirst, words: new Set(spans.map(({ text }) => text)) }
}

/** Returns where a term stands in a text, `most` times at most; of those that begin together the longest. */
function occurrencesOf(term: Term, text: ComparableText, most = Infinity): Occurrence[] {
  const occurrences: Occurrence[] = []
  const isOneWord = term.tokens.parts.length === 1
  const reading: Reading = { term, text, known: new Map() }
  for (let first = 0; first < text.parts.length && occurrences.length < most; first++) {
    const end = isOneWord ? endOfWord(term, text, first) : endOf(reading, 0, first)
    if (end !== nowhere) occurrences.push({ first, end })
  }
  return occurrences
}
const nowhere = -1

/** What most people look for is one word: it needs no way to be remembered. */
function endOfWord(
  { tokens: { parts }, isBeginning }: Term,
  { parts: there, spans }: ComparableText,
  first: number,
): number {
  const word = parts[0]?.text ?? ''
  const here = there[first]?.text ?? ''
  let longest = (isBeginning ? here.startsWith(word) : here === word) ? first + 1 : nowhere
  for (const { text, end } of spans.get(first) ?? [])
    if (end > longest && (isBeginning ? text.startsWith(word) : text === word)) longest = end
  return longest
}

interface Reading {
  readonly term: Term
  readonly text: ComparableText
  /** Ends that are known, by part of the text and of the term. */
  readonly known: Map<number, number>
}

/**
 * Where the rest of a term, from its part `at` on, ends when it begins at a part of the text. Every such question is
 * answered once: an identifier may be read as one word or as its parts, and a phrase of many in as many ways.
 */
function endOf(reading: Reading, at: number, first: number): number {
  const { term, text, known } = reading
  const { parts, spans } = term.tokens
  if (at === parts.length) return first
  const here = text.parts[first]
  if (!here || (at > 0 && !continues(parts[at] as Token, here, text.parts[first - 1]))) return nowhere
  const key = first * (parts.length + 1) + at
  const before = known.get(key)
  if (before !== undefined) return before
  let longest = endAfter(reading, parts[at]?.text ?? '', at + 1, first)
  for (const span of spans)
    if (span.first === at) longest = Math.max(longest, endAfter(reading, span.text, span.end, first))
  known.set(key, longest)
  return longest
}

/** Where it ends when a word of the term stands there, with its part `next` after it. */
function endAfter(reading: Reading, word: string, next: number, first: number): number {
  const { term, text } = reading
  const isBeginning = term.isBeginning && next === term.tokens.parts.length
  const isWord = (result: string) => (isBeginning ? result.startsWith(word) : result === word)
  let longest = isWord(text.parts[first]?.text ?? '') ? endOf(reading, next, first + 1) : nowhere
  for (const span of text.spans.get(first) ?? [])
    if (isWord(span.text)) longest = Math.max(longest, endOf(reading, next, span.end))
  return longest
}

/** Whether a part of the text stands right after the one before, as the term wants it. */
function continues(wanted: Token, here: Token, before: Token | undefined): boolean {
  return here.at === (before?.at ?? -2) + 1 && (!wanted.isJoined || here.isJoined)
}
