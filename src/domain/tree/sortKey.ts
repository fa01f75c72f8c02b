/**
 * Returns a text as a key that every place compares alike, byte by byte: SQLite would make halves of surrogate pairs one
 * and the same character, and end a text at U+0000.
 */
export function sortKey(text: string): string {
  return text.replaceAll(/[\0\\\p{Surrogate}]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
