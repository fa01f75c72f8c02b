import type { Scratch } from '../scratch.ts'
import type { LineIndex } from './lineIndex.ts'
import type { LineRow } from './lineRow.ts'

/** Sessions of one file that are one conversation, since the chain of its lines comes back to what it had left. */
export interface WovenSessions {
  /** The session whose conversation all of them are. */
  readonly session: string
  readonly sessions: readonly string[]
  /** The line from which on that is so. */
  readonly line: number
}

/** Returns the woven sessions of a file. One that another continues and that never comes back is none of them. */
export function wovenSessions(index: LineIndex, fileSession: string | null, scratch: Scratch): WovenSessions[] {
  const met = [...new Set(index.sessions.map(({ session }) => session))]
  if (met.length < 2) return []
  const { steps, turns } = countSteps(index, scratch)
  return circles(met, steps).map((sessions) => {
    const among = new Set(sessions)
    const inside = steps.filter(({ from, to }) => among.has(from) && among.has(to))
    const line = inside.reduce((last, step) => Math.max(last, step.line), 0)
    return { session: sessions.find((one) => one === fileSession) ?? mostOf(sessions, turns), sessions, line }
  })
}

/** The chain goes from one session to another, for the first time on this line. */
interface Step {
  readonly from: string
  readonly to: string
  readonly line: number
}

function countSteps({ rows }: LineIndex, scratch: Scratch): { steps: Step[]; turns: ReadonlyMap<string, number> } {
  const ids = scratch.map<string>('woven')
  const turns = new Map<string, number>()
  let count = 0
  // A map must not be asked while its entries are walked.
  for (const [id, row] of rows.entries()) {
    ids.set(String(count++), id)
    if (isTurn(row)) turns.set(row.session ?? '', (turns.get(row.session ?? '') ?? 0) + 1)
  }
  const steps = new Map<string, Step>()
  for (let at = 0; at < count; at++) {
    const row = rows.get(ids.get(String(at)) ?? '')
    const parent = row?.parent == null ? undefined : rows.get(row.parent)
    if (!row || !parent || !isOfItsSession(row) || !isOfItsSession(parent)) continue
    const [from, to, line] = [parent.session ?? '', row.session ?? '', row.line]
    const name = `${from}\n${to}`
    if (from !== to && line < (steps.get(name)?.line ?? Infinity)) steps.set(name, { from, to, line })
  }
  return { steps: [...steps.values()], turns }
}

const isTurn = ({ kind, sidechain }: LineRow) => !sidechain && kind !== 'NOTE' && kind !== 'BOUNDARY'
/** Side chains are conversations of their own, and a copied line belongs to the session that it names as its origin. */
const isOfItsSession = ({ sidechain, copiedFrom, session }: LineRow) =>
  !sidechain && copiedFrom === null && session !== null

function mostOf(sessions: readonly string[], turns: ReadonlyMap<string, number>): string {
  const count = (session: string) => turns.get(session) ?? 0
  return sessions.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Returns the sessions that are reached from each other (strongly connected components of more than one). */
function circles(sessions: readonly string[], steps: readonly Step[]): string[][] {
  const forward = new Map<string, string[]>(sessions.map((session) => [session, []]))
  const backward = new Map<string, string[]>(sessions.map((session) => [session, []]))
  for (const { from, to } of steps) {
    forward.get(from)?.push(to)
    backward.get(to)?.push(from)
  }
  const inOrder = walkAll(sessions, forward, new Set()).flat()
  const groups = walkAll(inOrder.reverse(), backward, new Set())
  const place = new Map(sessions.map((session, at) => [session, at]))
  return groups
    .filter(({ length }) => length > 1)
    .map((group) => group.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)))
}

/** Returns what is newly reached from each start, that which nothing goes on from first. */
function walkAll(
  starts: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): string[][] {
  return starts.map((start) => {
    const results: string[] = []
    const open = seen.has(start) ? [] : [{ session: start, at: 0 }]
    seen.add(start)
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const to = next.get(top.session)?.[top.at++]
      if (to === undefined) results.push((open.pop() as typeof top).session)
      else if (!seen.has(to)) {
        seen.add(to)
        open.push({ session: to, at: 0 })
      }
    }
    return results
  })
}
