import { conversationOf, type Action, type UndoPoint } from './action.ts'

/** Why the API refused something. */
export interface ChoiceWords {
  readonly code: string
  readonly message: string
  readonly details?: unknown
  readonly field?: readonly string[] | null | undefined
}

/** Another thing that can be done instead. */
export interface Choice {
  readonly label: string
  readonly action: Action
}

/** Returns what can be done where an action was refused: where the head moved, there or in a fork; else at the nearest place. */
export function choicesOf(action: Action, { code, details, field }: ChoiceWords): readonly Choice[] {
  const facts = typeof details === 'object' && details !== null ? (details as Readonly<Record<string, unknown>>) : {}
  if (code === 'HEAD_MOVED') return afterMove(action, facts['actual'])
  if (code !== 'FORK_POINT_NOT_BOUNDARY') return []
  return (['before', 'after'] as const).flatMap((side) => {
    const point = facts[side]
    const moved = isPoint(point) ? movedTo(action, point, field?.[0]) : null
    return moved
      ? [{ label: side === 'before' ? 'At the nearest turn before' : 'At the nearest turn after', action: moved }]
      : []
  })
}

function afterMove(action: Action, actual: unknown): readonly Choice[] {
  if (!('head' in action)) return []
  const again = afterHead(action, typeof actual === 'string' ? actual : null)
  const conversationId = conversationOf(action)
  if (conversationId === null || action.head === null) return [again]
  return [
    again,
    { label: 'Fork from where you were', action: { kind: 'fork', conversationId, at: { observationId: action.head } } },
  ]
}

/** Returns the action at the head of now: what was to continue the head of before continues that one, so that both stay on its path. */
function afterHead(action: Extract<Action, { readonly head: string | null }>, head: string | null): Choice {
  if ((action.kind === 'add' || action.kind === 'ask') && action.parent === action.head)
    return { label: action.kind === 'add' ? 'Add after it' : 'Ask after it', action: { ...action, parent: head, head } }
  return { label: 'Do it all the same', action: { ...action, head } }
}

/** Returns an action at another place; null where it has no single one. */
function movedTo(action: Action, point: UndoPoint, field: string | undefined): Action | null {
  const { observationId } = point
  switch (action.kind) {
    case 'fork':
      return { ...action, at: point }
    case 'rewind':
      return { ...action, to: point }
    case 'compact':
    case 'drop':
      return field === 'from' || field === 'to' ? { ...action, [field]: point } : null
    case 'switch':
    case 'undo':
    case 'return':
      return typeof observationId === 'string'
        ? { kind: 'return', conversationId: action.conversationId, to: observationId, head: action.head }
        : null
    default:
      return null
  }
}

function isPoint(value: unknown): value is UndoPoint {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
