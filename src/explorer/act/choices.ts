import { talkOf, type Act, type Point } from './act.ts'

/** Why something was refused, as the API tells it. */
export interface Told {
  readonly code: string
  readonly message: string
  readonly details?: unknown
  readonly field?: readonly string[] | null | undefined
}

/** Another thing that can be done instead. */
export interface Choice {
  readonly label: string
  readonly act: Act
}

/** Returns what can be done where an act was refused: where the head moved, there or in a fork; else at the nearest place. */
export function choicesOf(act: Act, { code, details, field }: Told): readonly Choice[] {
  const facts = typeof details === 'object' && details !== null ? (details as Readonly<Record<string, unknown>>) : {}
  if (code === 'HEAD_MOVED') return afterMove(act, facts['actual'])
  if (code !== 'FORK_POINT_NOT_BOUNDARY') return []
  return (['before', 'after'] as const).flatMap((side) => {
    const point = facts[side]
    const moved = isPoint(point) ? movedTo(act, point, field?.[0]) : null
    return moved
      ? [{ label: side === 'before' ? 'At the nearest place before' : 'At the nearest place after', act: moved }]
      : []
  })
}

function afterMove(act: Act, actual: unknown): readonly Choice[] {
  if (!('head' in act)) return []
  const head = typeof actual === 'string' ? actual : null
  const again: Choice = { label: 'Do it all the same', act: { ...act, head } }
  const talkId = talkOf(act)
  if (talkId === null || act.head === null) return [again]
  return [again, { label: 'Fork where it stood', act: { kind: 'fork', talkId, at: { observationId: act.head } } }]
}

/** Returns an act at another place; null where it has no single one. */
function movedTo(act: Act, point: Point, field: string | undefined): Act | null {
  const { observationId } = point
  switch (act.kind) {
    case 'fork':
      return { ...act, at: point }
    case 'rewind':
      return { ...act, to: point }
    case 'compact':
    case 'drop':
      return field === 'from' || field === 'to' ? { ...act, [field]: point } : null
    case 'switch':
    case 'undo':
    case 'return':
      return typeof observationId === 'string'
        ? { kind: 'return', talkId: act.talkId, to: observationId, head: act.head }
        : null
    default:
      return null
  }
}

function isPoint(value: unknown): value is Point {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
