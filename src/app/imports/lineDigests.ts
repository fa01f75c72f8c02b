import { createHash, type Hash } from 'node:crypto'
import { lineDigests as digestMarks, type LineDigests as Digests } from '../../domain/importMarks.ts'
import { sealOf, type Seal } from '../../domain/keyedDigest.ts'
import type { Mark } from '../../domain/model.ts'
import type { PlannedLine, Reading } from '../../formats/plan.ts'
import type { Scope } from '../scope.ts'

/** Lines of one source, by the conversation that owns them. */
export interface SourceName {
  readonly owner: string
  readonly source: string
}
const newline = 0x0a
const namesAtOnce = 500

interface Running {
  readonly hash: Hash
  lines: number
}

/** Returns what digests the lines of each owner as they come. A line without its newline is none yet. */
function digesting(seal: Seal) {
  const running = new Map<string, Running>()
  return {
    /** Answers how many lines of the owner there are. */
    add({ conversationId, bytes }: Pick<PlannedLine, 'conversationId' | 'bytes'>): number {
      const known = running.get(conversationId) ?? { hash: createHash('sha256'), lines: 0 }
      running.set(conversationId, known)
      if (bytes.at(-1) !== newline) return known.lines
      known.hash.update(bytes)
      return ++known.lines
    },
    now: (owner: string): string => {
      const hash = running.get(owner)?.hash.copy()
      return hash ? seal(hash.digest('hex')).slice(0, 16) : ''
    },
    lines: (owner: string): number => running.get(owner)?.lines ?? 0,
  }
}

/** What is remembered of lines while they are stored: digests after 1, 2, 3, 4, 5, 7, 9 … of them, and after the last. */
export interface LineDigests {
  add(line: PlannedLine): void
  /** What the lines so far leave for later imports. */
  mark(name: SourceName): Mark
}

/** Returns digests of no lines yet. */
export function lineDigests(seal: Seal): LineDigests {
  const digests = digesting(seal)
  const kept = new Map<string, { next: number; readonly found: Record<string, string> }>()
  return {
    add(line) {
      const lines = digests.add(line)
      const of = kept.get(line.conversationId) ?? { next: 1, found: {} }
      kept.set(line.conversationId, of)
      if (lines < of.next) return
      of.found[lines] = digests.now(line.conversationId)
      of.next = Math.ceil((lines + 1) * 1.2)
    },
    mark: (name) => {
      const last = { [digests.lines(name.owner)]: digests.now(name.owner) }
      return digestMarks.mark({ ...kept.get(name.owner)?.found, ...last }, name.owner, name.source)
    },
  }
}

/**
 * Returns the sources that a file may go on from, as far as digests tell: of a source with another one after as many
 * lines none needs to be read. So the cost does not grow with the sources that begin alike.
 */
export async function possibleSources(
  scope: Scope,
  reading: Reading,
  names: readonly SourceName[],
): Promise<SourceName[]> {
  if (names.length < 2) return [...names]
  const kept: (Digests | null)[] = []
  for (let from = 0; from < names.length; from += namesAtOnce) {
    const part = names.slice(from, from + namesAtOnce)
    const marks = await scope.store.importMarks(part.map(({ owner, source }) => digestMarks.nameOf(owner, source)))
    kept.push(...marks.map((mark) => digestMarks.read(mark)))
  }
  const known = names.map((name, i) => ({ name, digests: Object.entries(kept[i] ?? {}) }))
  const asked = new Set(known.flatMap(({ name, digests }) => digests.map(([lines]) => placeName(name.owner, lines))))
  const found = await digestsOf(reading, asked, sealOf(scope))
  const isAlike =
    (owner: string) =>
    ([lines, digest]: [string, string]) =>
      (found.get(placeName(owner, lines)) ?? digest) === digest
  return known.filter(({ name, digests }) => digests.every(isAlike(name.owner))).map(({ name }) => name)
}

const placeName = (owner: string, lines: string | number) => `${lines}:${owner}`

async function digestsOf(reading: Reading, asked: ReadonlySet<string>, seal: Seal): Promise<Map<string, string>> {
  const digests = digesting(seal)
  const found = new Map<string, string>()
  for await (const line of reading.ownedLines()) {
    const place = placeName(line.conversationId, digests.add(line))
    if (asked.has(place) && !found.has(place)) found.set(place, digests.now(line.conversationId))
  }
  return found
}
