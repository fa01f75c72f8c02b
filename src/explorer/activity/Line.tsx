import {
  Eraser,
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
import { useAskedMay, useIsReadOnly } from '../data/rights.ts'
import type { EventLineFragment } from '../documents/generated.ts'
import { clockOf, wholeDate } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'
import { inverseOfLine } from './inverse.ts'
import type { ActivityLines } from './lines.ts'
import { sentenceOf } from './sentence.ts'
import { own } from '../parts/own.ts'

export type Event = EventLineFragment

interface Props {
  readonly id: string
  readonly headId: string | null | undefined
  readonly viewerId: string | null
  readonly onAction: (action: Action) => void
  readonly line: ActivityLines<Event>
  /** The conversation's title, where lines of several stand together. */
  readonly title?: string | undefined
}

const icons: Readonly<Record<string, LucideIcon>> = {
  FORK: GitFork,
  CHECKPOINT: Flag,
  REWIND: RotateCcw,
  UNDO: Undo2,
  SWITCH: GitFork,
  CORRECT: WholeWord,
  DELETE: Trash2,
  ERASE: Eraser,
  RESTORE: Undo2,
  COMPACT: Shrink,
  DROP: ListX,
  CANCEL: Undo2,
  ANNOTATE: Star,
  MERGE: GitMerge,
  IMPORT: Import,
  UPDATE: Pencil,
}

/** Returns an act in words, with what leads to its place and what takes it back. */
export function Line({ id, headId, viewerId, onAction, line: { event, turns }, title }: Props): JSX.Element {
  const { kind, at, note, headTo } = event
  const isReadOnly = useIsReadOnly()
  const inverse = headId === undefined || isReadOnly ? null : inverseOfLine(event, id, headId)
  const Icon = own(icons, kind) ?? MessageSquare
  const { who, words, name, more } = sentenceOf(event, turns, viewerId)
  const what = capital([who, words].filter((part) => part !== null).join(' '))
  return (
    <>
      <Icon className="i" />
      <div className="grow">
        {what}
        {name !== null && (
          <>
            {' '}
            <b dir="auto">{name}</b>
          </>
        )}
        {note != null && <span dir="auto"> “{note}”</span>}
        {title !== undefined && (
          <>
            {' in '}
            <Link href={paths.conversation(id)} dir="auto">
              {title}
            </Link>
          </>
        )}
        <small>
          <time dateTime={at} title={wholeDate(at)}>
            {clockOf(at)}
          </time>
          {more !== null && ` · ${more}`}
        </small>
      </div>
      <Receipt details={event.details} of={`${what}, ${clockOf(at)}`} />
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

/** The way to the receipt of what was erased, for who may see it. */
function Receipt({ details, of }: { readonly details: unknown; readonly of: string }): JSX.Element | null {
  const [mayErase, mayAdminister] = [useAskedMay('ERASE'), useAskedMay('ADMIN')]
  const id = typeof details === 'object' && details !== null && 'erasureId' in details ? details.erasureId : null
  if (typeof id !== 'string' || (mayErase !== true && mayAdminister !== true)) return null
  return (
    <Link className="btn" href={paths.erasure(id)} aria-label={`Receipt: ${of}`}>
      Receipt
    </Link>
  )
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
