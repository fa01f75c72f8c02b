/** Copies of copies: a fork of a fork names its source's lines, which name the lines that they were copied from. */
import type { ReadOptions, StoredFile } from '../../plan.ts'
import type { ImportSource } from '../../importSource.ts'
import { lines } from '../../reading/lines/lines.ts'
import { valuesOf } from '../../reading/lines/lineValues.ts'
import { readEntry, type LineEntry } from '../entry.ts'

/** Returns an entry as that of the session in which it was said first, as far as that is known. */
export type Traced = (entry: LineEntry) => LineEntry

/** Lines and entries of a file's beginning that show whether it is made of copies. */
const [lookedLines, lookedEntries] = [200, 3]
/** Forks of forks, one of the other. */
const mostForks = 100

/** Looks up whose lines the source's own lines are that a file was copied from, where the store has that one's file. */
export async function tracedCopies(source: ImportSource, stored: ReadOptions['stored']): Promise<Traced> {
  const firsts = new Map<string, Pick<LineEntry, 'uuid' | 'forkedFrom'>>()
  let session = await copiedFrom(source)
  for (let remaining = mostForks; session !== null && remaining > 0; remaining--)
    session = await addCopies(firsts, await stored(session))
  if (firsts.size === 0) return (entry) => entry
  return (entry) => {
    let traced = entry
    for (let remaining = mostForks; traced.forkedFrom !== null && remaining > 0; remaining--) {
      const first = firsts.get(traced.uuid ?? '')
      if (first === undefined) break
      traced = { ...traced, ...first }
    }
    return traced
  }
}

/** Returns the session that a file's first copied line names; null where its beginning has none. */
async function copiedFrom(file: Pick<ImportSource, 'open'>): Promise<string | null> {
  let entries = 0
  for await (const { entry, line } of entriesOf(file)) {
    if (entry.node !== null && entry.forkedFrom !== null) return entry.forkedFrom
    if (entry.node !== null) entries++
    if (line > lookedLines || entries > lookedEntries) return null
  }
  return null
}

/** Remembers what the lines of a session's files were copied from; returns the session from which most came. */
async function addCopies(
  firsts: Map<string, Pick<LineEntry, 'uuid' | 'forkedFrom'>>,
  files: readonly StoredFile[],
): Promise<string | null> {
  let next: string | null = null
  for (const file of files) {
    const from = file.source.startsWith('CLAUDE_CODE:') ? await copiedFrom(file) : null
    if (from === null) continue
    next ??= from
    for await (const { entry } of entriesOf(file)) {
      const { node, ownUuid, uuid, forkedFrom } = entry
      const isRenamed = node !== null && forkedFrom !== null && ownUuid !== null && ownUuid !== uuid
      if (isRenamed && !firsts.has(ownUuid)) firsts.set(ownUuid, { uuid, forkedFrom })
    }
  }
  return next
}

async function* entriesOf(
  file: Pick<ImportSource, 'open'>,
): AsyncIterable<{ readonly entry: LineEntry; readonly line: number }> {
  for await (const some of lines(file.open()))
    for (const line of some)
      for (const value of valuesOf(line, null).values) yield { entry: readEntry(value), line: line.number }
}
