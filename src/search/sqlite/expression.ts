import type { WordExpression, Words } from '../../domain/search/wordExpression.ts'

/** Gives the words that begin so; null where they are too many to be asked for one by one. */
export type Beginnings = (beginning: string) => readonly string[] | null

/** Returns the expression in the words of FTS5; null where nothing can hold it. */
export function ftsExpression({ words, without }: WordExpression, beginnings: Beginnings): string | null {
  const wanted = written(words, beginnings)
  if (wanted === null) return null
  return without.reduce((all, word) => `(${all}) NOT ${quoted(word)}`, wanted)
}

/** Words hold letters and digits alone, but a quotation mark costs nothing. */
const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`

function written(words: Words, beginnings: Beginnings): string | null {
  if ('word' in words) return quoted(words.word)
  if ('beginning' in words) {
    const known = beginnings(words.beginning)
    return known === null ? `${quoted(words.beginning)} *` : joined(known.map(quoted), ' OR ')
  }
  if ('any' in words)
    return joined(
      words.any.map((one) => written(one, beginnings)).filter((one) => one !== null),
      ' OR ',
    )
  const all = words.all.map((one) => written(one, beginnings))
  return all.includes(null) ? null : joined(all as string[], ' AND ')
}

function joined(parts: readonly string[], sign: string): string | null {
  return parts.length === 0 ? null : parts.map((part) => `(${part})`).join(sign)
}
