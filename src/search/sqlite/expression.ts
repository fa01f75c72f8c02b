import type { WordExpression, Words } from '../../domain/wordExpression.ts'

/** Returns the expression in the words of FTS5; null where nothing can hold it. */
export function ftsExpression({ words, without }: WordExpression): string | null {
  const wanted = written(words)
  if (wanted === null) return null
  return without.reduce((all, word) => `(${all}) NOT ${quoted(word)}`, wanted)
}

/** Words hold letters and digits alone, but a quotation mark costs nothing. */
const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`

function written(words: Words): string | null {
  if ('word' in words) return quoted(words.word)
  if ('beginning' in words) return `${quoted(words.beginning)} *`
  if ('any' in words)
    return joined(
      words.any.map(written).filter((one) => one !== null),
      ' OR ',
    )
  const all = words.all.map(written)
  return all.includes(null) ? null : joined(all as string[], ' AND ')
}

function joined(parts: readonly string[], sign: string): string | null {
  return parts.length === 0 ? null : parts.map((part) => `(${part})`).join(sign)
}
