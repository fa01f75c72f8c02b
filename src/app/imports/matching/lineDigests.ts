import { createHash, type Hash } from 'node:crypto'
import { lineDigests as digestMarks, type LineDigests as Digests } from '../../../domain/records/importMarks.ts'
import { sealOf, type Seal } from '../../../domain/access/keyedDigest.ts'
import type { Mark } from '../../../domain/model.ts'
import type { PlannedLine, Reading } from '../../../formats/plan.ts'
import { heldInOrder, type Scratch, type ScratchMap } from '../../../formats/scratch.ts'
import type { Scope } from '../../scope.ts'
import { eachOwner, type OwnerPass } from './eachOwner.ts'
import { pagesOf } from '../raw/pagesOf.ts'
import { own } from '../../../runtime/own.ts'

/** Lines of one source, by the conversation that owns them. */
export interface SourceName {
  readonly owner: string
  readonly source: string
}
const newline = 0x0a
const namesAtOnce = 500

/** Digests the lines of one owner as they come. A line without its newline is none yet. */
class Digesting {
  private readonly seal: Seal
  private readonly hash: Hash = createHash('sha256')
  lines = 0

  constructor(seal: Seal) {
    this.seal = seal
  }

  /** Answers how many lines there are. */
  add({ bytes }: Pick<PlannedLine, 'bytes'>): number {
    if (bytes.at(-1) !== newline) return this.lines
    this.hash.update(bytes)
    return ++this.lines
  }

  now(): string {
    return this.seal(this.hash.copy().digest('hex')).slice(0, 16)
  }
}

/** What is remembered of lines while they are stored: digests after 1, 2, 3, 4, 5, 7, 9 … of them, and after the last. */
export interface LineDigests {
  add(line: PlannedLine): void
  /** What the lines so far leave for later imports. */
  mark(name: SourceName): Mark
  /** Lets go of owners of whom no more lines come. */
  letGo(): void
}
interface Growing {
  readonly digesting: Digesting
  next: number
  readonly digests: Record<string, string>
}

/** Returns digests of no lines yet. */
export function lineDigests(seal: Seal): LineDigests {
  const growing = new Map<string, Growing>()
  const ended: string[] = []
  return {
    add(line) {
      const { conversationId: owner } = line
      const known = growing.get(owner) ?? { digesting: new Digesting(seal), next: 1, digests: {} }
      growing.set(owner, known)
      if (line.isLast) ended.push(owner)
      const lines = known.digesting.add(line)
      if (lines < known.next) return
      known.digests[lines] = known.digesting.now()
      known.next = Math.ceil((lines + 1) * 1.2)
    },
    mark: ({ owner, source }) => {
      const known = growing.get(owner)
      const last = known ? { [known.digesting.lines]: known.digesting.now() } : { 0: '' }
      return digestMarks.mark({ ...known?.digests, ...last }, owner, source)
    },
    letGo() {
      for (const owner of ended.splice(0)) growing.delete(owner)
    },
  }
}

/**
 * Leaves of the sources that a file may go on from those that digests do not tell from it: of an owner's sources with
 * another line after as many none needs to be read. So the cost does not grow with the sources that begin alike.
 */
export async function leavePossible(
  scope: Scope,
  reading: Reading,
  names: ScratchMap<readonly string[]>,
  scratch: Scratch,
): Promise<void> {
  const digestsByOwner = await storedDigests(scope, reading, names, scratch)
  if (digestsByOwner === null) return
  const seal = sealOf(scope)
  await eachOwner(reading, (owner) => {
    const digests = digestsByOwner.get(owner)
    return digests === undefined ? null : telling(digests, seal, (left) => names.set(owner, left))
  })
}

type StoredDigests = readonly (readonly [string, Digests])[]

/** Returns what is remembered of the lines of owners with several sources; null where no owner has several. */
async function storedDigests(
  scope: Scope,
  reading: Reading,
  names: ScratchMap<readonly string[]>,
  scratch: Scratch,
): Promise<ScratchMap<StoredDigests> | null> {
  const digestsByOwner = scratch.map<StoredDigests>('keptDigests', heldInOrder)
  let areAny = false
  for (const owner of reading.lineOwners()) {
    const sources = names.get(owner) ?? []
    if (sources.length < 2) continue
    areAny = true
    const digests: (readonly [string, Digests])[] = []
    for (const part of pagesOf(sources, namesAtOnce)) {
      const marks = await scope.store.importMarks(part.map((source) => digestMarks.nameOf(owner, source)))
      digests.push(...part.map((source, i) => [source, digestMarks.read(marks[i]) ?? {}] as const))
    }
    digestsByOwner.set(owner, digests)
  }
  return areAny ? digestsByOwner : null
}

/** Tells sources from the file as soon as a digest of theirs is another one than that of the file after as many lines. */
function telling(remaining: StoredDigests, seal: Seal, tell: (left: readonly string[]) => void): OwnerPass {
  const digesting = new Digesting(seal)
  const request = new Set(remaining.flatMap(([, digests]) => Object.keys(digests)))
  let candidates = remaining
  return {
    next(line) {
      const lines = String(digesting.add(line))
      if (!request.delete(lines)) return undefined
      const now = digesting.now()
      candidates = candidates.filter(([, digests]) => (own(digests, lines) ?? now) === now)
      return undefined
    },
    end: () => tell(candidates.map(([source]) => source)),
  }
}
