import type { Act, Point } from './act.ts'

/** Why something was refused, as the API tells it. */
export interface Told {
  readonly code: string
  readonly message: string
  readonly details?: unknown
}

/** Another thing that can be done instead. */
export interface Choice {
  readonly label: string
  readonly act: Act
}

/** Returns what can be done where an act was refused: where the head moved, there or in a fork; else at the nearest place. */
export function choicesOf(act: Act, { code, details }: Told): readonly Choice[] {
  const facts = typeof details === 'object' && details !== null ? (details as Readonly<Record<string, unknown>>) : {}
  if (code === 'HEAD_MOVED') return afterMove(act, facts['actual'])
  if (code !== 'FORK_POINT_NOT_BOUNDARY') return []
  return (['before', 'after'] as const).flatMap((side) => {
    const point = facts[side]
    const moved = isPoint(point) ? movedTo(act, point) : null
    return moved
      ? [{ label: side === 'before' ? 'At the nearest place before' : 'At the nearest place after', act: moved }]
      : []
  })
}

function afterMove(act: Act, actual: unknown): readonly Choice[] {
  if (!('head' in act)) return []
  const head = typeof actual === 'string' ? actual : null
  const again: Choice = { label: 'Do it all the same', act: { ...act, head } }
  if (!('talkId' in act) || act.head === null) return [again]
  return [
    again,
    { label: 'Fork where it stood', act: { kind: 'fork', talkId: act.talkId, at: { observationId: act.head } } },
  ]
}

/** Returns an act at another place; null where it has no single one. */
function movedTo(act: Act, point: Point): Act | null {
  if (act.kind === 'fork') return { ...act, at: point }
  if (act.kind === 'rewind') return { ...act, to: point }
  return null
}

function isPoint(value: unknown): value is Point {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
