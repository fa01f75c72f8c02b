import type { SearchQuery, Term } from './searchQuery.ts'
import type { Part, Span, Tokens } from './tokens.ts'

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
 * Returns how well a text answers a query, null where it does not: a word is missing, or one is there that was to be left
 * out. No statistics of other texts are in it, so every store gives the same.
 */
export function match(query: SearchQuery, tokens: Tokens): Match | null {
  const text = indexed(tokens)
  if (query.excluded.some((term) => isIn(term, text))) return null
  const found = query.terms.map((term) => occurrencesOf(term, text))
  if (found.some(({ length }) => length === 0)) return null
  const norm = saturation * (0.25 + (0.75 * tokens.parts.length) / usualLength)
  let score = found.reduce((sum, { length }) => sum + length / (length + norm), 0)
  if (query.phrase && isIn(query.phrase, text)) score += phraseWorth
  for (const { whole } of query.terms) if (whole !== null && text.words.has(whole)) score += wholeWorth
  return { score, occurrences: found.flat().sort((a, b) => a.first - b.first || a.end - b.end) }
}

const isIn = (term: Term, text: Text): boolean => occurrencesOf(term, text, 1).length > 0

interface Text {
  readonly parts: readonly Part[]
  /** Spans by their first part. */
  readonly spans: ReadonlyMap<number, readonly Span[]>
  readonly words: ReadonlySet<string>
}

function indexed({ parts, spans }: Tokens): Text {
  const byFirst = new Map<number, Span[]>()
  for (const span of spans) {
    const known = byFirst.get(span.first)
    if (known) known.push(span)
    else byFirst.set(span.first, [span])
  }
  return { parts, spans: byFirst, words: new Set(spans.map(({ text }) => text)) }
}

/** Returns where a term stands in a text, `most` times at most; of those that begin together the longest. */
function occurrencesOf(term: Term, text: Text, most = Infinity): Occurrence[] {
  const found: Occurrence[] = []
  const only = onlyWord(term)
  if (only !== null && text.spans.size === 0) {
    for (let first = 0; first < text.parts.length && found.length < most; first++)
      if (text.parts[first]?.text === only) found.push({ first, end: first + 1 })
    return found
  }
  const known = new Map<number, number>()
  for (let first = 0; first < text.parts.length && found.length < most; first++) {
    const end = endOf(term, text, 0, first, known)
    if (end !== nowhere) found.push({ first, end })
  }
  return found
}
const nowhere = -1

/** The word of a term that is nothing else, which is what most people look for. */
function onlyWord({ tokens: { parts }, isBeginning }: Term): string | null {
  return parts.length === 1 && !isBeginning ? (parts[0]?.text ?? null) : null
}

/**
 * Where the rest of a term, from its part `at` on, ends when it begins at a part of the text. Every such question is
 * answered once: an identifier may be read as one word or as its parts, and a phrase of many in as many ways.
 */
function endOf(term: Term, text: Text, at: number, first: number, known: Map<number, number>): number {
  const { parts } = term.tokens
  if (at === parts.length) return first
  const here = text.parts[first]
  if (!here || (at > 0 && !continues(parts[at] as Part, here, text.parts[first - 1]))) return nowhere
  const key = first * (parts.length + 1) + at
  const before = at === 0 ? undefined : known.get(key)
  if (before !== undefined) return before
  const read = (word: string, next: number, found: string, end: number): number => {
    const isLast = next === parts.length && term.isBeginning
    return (isLast ? found.startsWith(word) : found === word) ? endOf(term, text, next, end, known) : nowhere
  }
  const spans = text.spans.get(first)
  let longest = nowhere
  const from = (word: string, next: number) => {
    longest = Math.max(longest, read(word, next, here.text, first + 1))
    for (const span of spans ?? []) longest = Math.max(longest, read(word, next, span.text, span.end))
  }
  from(parts[at]?.text ?? '', at + 1)
  for (const span of term.tokens.spans) if (span.first === at) from(span.text, span.end)
  if (at > 0) known.set(key, longest)
  return longest
}

/** Whether a part of the text stands right after the one before, as the term wants it. */
function continues(wanted: Part, here: Part, before: Part | undefined): boolean {
  return here.at === (before?.at ?? -2) + 1 && (!wanted.isJoined || here.isJoined)
}
