import type { Act } from '../act/act.ts'
import type { Editing } from './Editor.tsx'
import { marksOf } from './annotations.ts'
import { wordsOf } from './entryText.ts'
import type { Entry } from './window.ts'

/** What a turn's actions need to know and to call. */
export interface AtTurn {
  readonly talkId: string
  readonly entry: Entry
  /** Undefined until it is known, and with it what a move expects. */
  readonly headId: string | null | undefined
  /** Whether an earlier time is shown, at which nothing can be changed. */
  readonly isPast: boolean
  readonly onAct: (act: Act) => void
  readonly onEdit: (what: Editing) => void
}

/** Something that can be done at a turn. */
export interface Action {
  readonly name: string
  readonly onSelect: () => void
}

/** Returns what can be done at a turn, as its menu shows it. */
export function turnActions({ talkId, entry, headId: head, isPast, onAct, onEdit }: AtTurn): readonly Action[] {
  const { observation, message, role } = entry
  const at = { observationId: observation.id }
  const before = marksOf(observation.annotations)
  const isMarked = before['mark'] === true
  const hasWords = wordsOf(entry) !== null
  const isMarker = observation.kind === 'COMPACTION' || observation.kind === 'DROP'
  const action = (name: string, isThere: boolean, onSelect: () => void): readonly Action[] =>
    isThere ? [{ name, onSelect }] : []
  const act = (name: string, isThere: boolean, wanted: Act): readonly Action[] =>
    action(name, isThere, () => onAct(wanted))
  const edit = (name: Editing, isThere: boolean): readonly Action[] => action(name, isThere, () => onEdit(name))
  const fork = act('Fork here', true, { kind: 'fork', talkId, at })
  if (isPast || head === undefined) return fork
  const values = { mark: isMarked ? null : true }
  const span = { from: at, to: { observationId: head ?? '' }, summary: '' }
  return [
    ...fork,
    ...act('Rewind to here', true, { kind: 'rewind', talkId, to: at, head }),
    ...edit('New version', message != null && role != null && hasWords),
    ...edit('Correct', message != null && hasWords),
    ...edit('Compact from here', role != null && head !== null),
    ...act('Drop from here', role != null && head !== null, { kind: 'drop', talkId, ...span, head }),
    ...act('Cancel this marker', isMarker, { kind: 'cancel', talkId, markerId: observation.id, head }),
    ...act('Delete', message != null && !entry.deleted, { kind: 'delete', messageId: message?.id ?? '' }),
    ...act('Restore', message != null && entry.deleted, { kind: 'restore', messageId: message?.id ?? '' }),
    ...edit('Checkpoint', true),
    ...edit('Label', true),
    ...act(isMarked ? 'Remove the mark' : 'Mark', true, {
      kind: 'annotate',
      observationId: observation.id,
      values,
      before,
    }),
  ]
}
