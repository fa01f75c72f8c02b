import type { JsonObject } from '../../domain/model.ts'
import type { ScratchMap } from '../scratch.ts'
import { preservedOf } from './preserved.ts'

/** A compact boundary of a file. */
export interface Boundary {
  readonly id: string
  readonly value: JsonObject
  readonly session: string | null
  /** The entry on the line before it. */
  readonly before: string | null
}
interface Placed {
  readonly parent: string | null
}
interface Known<R extends Placed> {
  readonly rows: ScratchMap<R>
  readonly known: (uuid: string, session: string | null) => string
  readonly moved: ScratchMap<true>
  readonly summaries: ScratchMap<string>
}

const mostHops = 100_000

/**
 * Puts a compaction in order whose boundary names what it kept. What is kept is sent behind the summary, so that one
 * stands before the boundary, which then is the end of what it says. A kept entry may be written behind the summary, with
 * that as its parent, while the boundary names it as what came before: it stands where it was said.
 */
export function placeBoundary<R extends Placed>(index: Known<R>, { id, value, session, before }: Boundary): void {
  const preserved = preservedOf(value, (uuid) => index.known(uuid, session))
  const summary = index.summaries.get(id) ?? anchored(index, id, preserved?.anchor ?? null)
  if (summary !== undefined) index.summaries.set(id, summary)
  const ends = new Set([id, summary, preserved?.anchor])
  const { messages = [] } = preserved ?? {}
  for (const [at, message] of messages.entries()) {
    const row = index.rows.get(message)
    const earlier = messages.slice(0, at).findLast((one) => index.rows.get(one))
    if (row && ends.has(row.parent) && earlier !== undefined) move(index, message, earlier)
  }
  const row = index.rows.get(id)
  if (row && row.parent !== null && leadsTo(index, row.parent, id)) move(index, id, before)
  if (preserved && summary !== undefined && index.rows.get(summary)?.parent === id) {
    move(index, summary, index.rows.get(id)?.parent ?? null)
    move(index, id, summary)
  }
}

/** What is kept stands behind the summary, however that is marked. */
function anchored<R extends Placed>({ rows }: Known<R>, id: string, anchor: string | null): string | undefined {
  return anchor !== null && rows.get(anchor)?.parent === id ? anchor : undefined
}

function move<R extends Placed>({ rows, moved }: Known<R>, id: string, parent: string | null): void {
  rows.set(id, { ...(rows.get(id) as R), parent })
  moved.set(id, true)
}

function leadsTo<R extends Placed>({ rows }: Known<R>, from: string, to: string): boolean {
  let at: string | null = from
  for (let hops = 0; at !== null && hops < mostHops; hops++) {
    if (at === to) return true
    at = rows.get(at)?.parent ?? null
  }
  return false
}
