import type { Instant } from '../../domain/model.ts'
import type { Scratch, ScratchMap } from '../scratch.ts'
import { asInstant } from '../reading/values.ts'
import type { LineEntry } from './entry.ts'

/** Lines of one session up to `line` that are copies of another one's. */
interface Copied {
  line: number
  readonly of: string
}
interface OfSession {
  /** When its process began, where the file says so before the first entry of the session. */
  readonly began: Instant | null
  readonly copied: Copied[]
}
/** An entry with its place in the file. */
export interface Stands {
  readonly id: string
  readonly line: number
  readonly session: string | null
}

/**
 * Tells the lines that `--fork-session` copied. They keep their ids and are given the fork's session; of the answers
 * among them each names the session that asked for it. All copies stand before what is the fork's own: so what stands
 * before a copied answer is a copy, and so is what is older than the process that began the file.
 */
export class Copies {
  private readonly sessions = new Map<string, OfSession>()
  /** By entry: the session whose it is. */
  private readonly owners: ScratchMap<string>

  constructor(scratch: Scratch) {
    this.owners = scratch.map('copiesOf')
  }

  /** Takes a line's value while the file is read through. */
  add({ type, value, node, requestSession, isSidechain }: LineEntry, line: number, session: string | null): void {
    if (session === null || isSidechain) return
    const began = type === 'queue-operation' ? asInstant(value['timestamp']) : null
    if (node === null && began === null) return
    const known = this.sessions.get(session) ?? { began, copied: [] }
    this.sessions.set(session, known)
    if (node === null || requestSession === null || requestSession === session) return
    const last = known.copied.at(-1)
    if (last?.of === requestSession) last.line = line
    else known.copied.push({ line, of: requestSession })
  }

  /** Returns the session from which an entry was copied, null for none. Parents are to be asked for before children. */
  sourceOf(entry: LineEntry, { id, line, session }: Stands, parent: string | null): string | null {
    const known = session === null ? undefined : this.sessions.get(session)
    if (entry.isSidechain || known === undefined || known.copied.length === 0) return null
    const next = known.copied[indexFrom(known.copied, line)]
    if (next === undefined && !isOlder(entry, known.began)) return null
    const begins = entry.node === 'USER' || entry.node === 'BOUNDARY'
    const above = begins || parent === null ? undefined : this.owners.get(parent)
    const own = entry.requestSession === session ? null : entry.requestSession
    const of = own ?? above ?? (next ?? known.copied.at(-1))?.of ?? null
    if (of !== null) this.owners.set(id, of)
    return of
  }
}

function isOlder({ value }: LineEntry, began: Instant | null): boolean {
  const at = asInstant(value['timestamp'])
  return at !== null && began !== null && at < began
}

/** Returns where the first stretch is that ends at a line or after it. */
function indexFrom(copied: readonly Copied[], line: number): number {
  let [from, to] = [0, copied.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((copied[middle] as Copied).line < line) from = middle + 1
    else to = middle
  }
  return from
}
