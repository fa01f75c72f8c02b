import {
  Flag,
  GitFork,
  GitMerge,
  Import,
  ListX,
  MessageSquare,
  Pencil,
  RotateCcw,
  Shrink,
  Star,
  Trash2,
  Undo2,
  WholeWord,
  type LucideIcon,
} from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import type { Action } from '../actions/action.ts'
import type { ActivityQuery } from '../documents/generated.ts'
import { counted, clockOf, wholeDate } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'
import { inverseOfLine } from './inverse.ts'
import type { Lines } from './lines.ts'
import { eventWords } from './words.ts'
import { own } from '../parts/own.ts'

export type Event = NonNullable<ActivityQuery['conversation']>['events']['nodes'][number]

interface Props {
  readonly id: string
  readonly headId: string | null | undefined
  readonly onAction: (action: Action) => void
  readonly line: Lines<Event>
}

const icons: Readonly<Record<string, LucideIcon>> = {
  FORK: GitFork,
  CHECKPOINT: Flag,
  REWIND: RotateCcw,
  UNDO: Undo2,
  SWITCH: GitFork,
  AMEND: WholeWord,
  DELETE: Trash2,
  RESTORE: Undo2,
  COMPACT: Shrink,
  DROP: ListX,
  CANCEL: Undo2,
  ANNOTATE: Star,
  MERGE: GitMerge,
  IMPORT: Import,
  UPDATE: Pencil,
  RENAME: Pencil,
}

/** A conversation is renamed, or something else of it is changed. */
const wordsOf = (kind: string, name: string | null): string =>
  kind === 'UPDATE' && name === null ? 'Changed its details' : (own(eventWords, kind) ?? 'Changed something')

/** Returns an act in words, with what leads to its place and what takes it back. */
export function Line({ id, headId, onAction, line: { event, turns } }: Props): JSX.Element {
  const { kind, at, note, details, principal, headTo } = event
  const inverse = headId === undefined ? null : inverseOfLine(event, id, headId)
  const who = principal?.label ?? principal?.id
  const Icon = own(icons, kind) ?? MessageSquare
  const name = nameIn(details)
  const what = kind === 'STORE' && turns > 0 ? `Added ${counted(turns, 'turn')}` : wordsOf(kind, name)
  return (
    <>
      <Icon className="i" />
      <span className="grow">
        {what}
        {name !== null && (
          <>
            {' '}
            <b dir="auto">{name}</b>
          </>
        )}
        {note != null && <span dir="auto"> “{note}”</span>}
        <small>
          <time dateTime={at} title={wholeDate(at)}>
            {clockOf(at)}
          </time>
          {who != null && ` · ${who}`}
        </small>
      </span>
      {headTo && (
        <Link
          className="btn"
          href={paths.conversation(id, headTo.id === headId ? null : headTo.id)}
          aria-label={`Look: ${what}, ${clockOf(at)}`}
        >
          Look
        </Link>
      )}
      {inverse && (
        <button
          type="button"
          className="btn"
          onClick={() => onAction(inverse.action)}
          aria-label={`Undo: ${what}, ${clockOf(at)}`}
        >
          Undo
        </button>
      )}
    </>
  )
}

/** The name or title that an act gave. */
function nameIn(details: unknown): string | null {
  if (typeof details !== 'object' || details === null) return null
  const { name, title } = details as { readonly name?: unknown; readonly title?: unknown }
  if (typeof name === 'string') return name
  return typeof title === 'string' ? title : null
}
