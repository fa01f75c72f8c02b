import type { SearchQuery, Term } from './searchQuery.ts'

/** What an index is asked for: words that a document holds. Plain data. */
export type Words =
  | { readonly word: string }
  /** Any word that begins so. */
  | { readonly beginning: string }
  | { readonly all: readonly Words[] }
  | { readonly any: readonly Words[] }

/** Documents that hold the words, and none of some others. */
export interface WordExpression {
  readonly words: Words
  readonly without: readonly string[]
}

/** An index need not know more words than this: what it finds is read and compared. */
const mostWords = 32

/**
 * Returns the words that every text has which answers the query. An index knows words, not where they stand, so it may
 * find more; what it finds is read.
 */
export function wordsOfQuery({ terms, excluded }: SearchQuery): WordExpression {
  const clauses = new Map(terms.flatMap(clausesOf).map((clause) => [JSON.stringify(clause), clause]))
  const without = excluded.flatMap(({ tokens: { parts } }) => {
    const [only, ...others] = parts
    return only && others.length === 0 && !only.isSign ? [only.text] : []
  })
  return { words: { all: [...clauses.values()].slice(0, mostWords) }, without }
}

/** One clause a part: itself, or a word of several that it is in; two signs that stand together are one word. */
function clausesOf({ tokens: { parts, spans }, isBeginning }: Term): Words[] {
  return parts.flatMap(({ text, isSign, isJoined }, at): Words[] => {
    const next = parts[at + 1]
    if (isSign && next?.isJoined) return [{ word: text + next.text }]
    if (isSign) return isJoined ? [] : [{ beginning: text }]
    const isLast = isBeginning && at === parts.length - 1
    const covering = spans.filter(({ first, end }) => first <= at && at < end)
    const words = [
      isLast ? { beginning: text } : { word: text },
      ...covering.map((span): Words =>
        isBeginning && span.end === parts.length ? { beginning: span.text } : { word: span.text },
      ),
    ]
    return words.length === 1 ? words : [{ any: words }]
  })
}
