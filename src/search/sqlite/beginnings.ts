import type { Connection } from '../../storage/sqlite/connection/connection.ts'

/** FTS5's own list of the words that it holds, of one connection: nothing of it is in the file. */
export const createVocabulary =
  "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab('main', 'documents', 'instance');"
const wordFrom = 'SELECT term FROM temp.vocabulary WHERE term >= ? LIMIT 1'

/** So many words are asked for in place of their beginning. */
const mostWords = 32

/**
 * Returns the words of the index that begin so; null where there are more than are asked for one by one. FTS5 adds up the
 * documents of all such words before it gives the first, which takes long of a word that half of all documents have.
 */
export function wordsBeginning(index: Connection, beginning: string): readonly string[] | null {
  const words: string[] = []
  for (let from = beginning; ;) {
    const word = index.get(wordFrom, from)?.[0]
    if (typeof word !== 'string' || !word.startsWith(beginning)) return words
    if (words.push(word) > mostWords) return null
    // The least that is greater.
    from = `${word}\u0001`
  }
}
