import type { WordExpression, Words } from '../../domain/search/wordExpression.ts'

/** Returns the expression in the words of Lucene; null where nothing can hold it. */
export function luceneExpression({ words, without }: WordExpression): string | null {
  const wanted = written(words)
  return wanted && [`(${wanted})`, ...without.map((word) => `NOT ${plain(word)}`)].join(' AND ')
}

/** Words hold letters and digits alone; what else a caller may find is no sign of Lucene's either. */
const plain = (word: string) => word.replaceAll(/[\\+\-!(){}[\]^"~*?:/&|]/g, String.raw`\$&`)

function written(words: Words): string | null {
  if ('word' in words) return plain(words.word)
  if ('beginning' in words) return `${plain(words.beginning)}*`
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
