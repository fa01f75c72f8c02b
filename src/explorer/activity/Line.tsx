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
import { sentenceOf, type Sentence } from './sentence.ts'
import { own } from '../../runtime/own.ts'

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
  const { kind, at, note } = event
  const isReadOnly = useIsReadOnly()
  const inverse = headId === undefined || isReadOnly ? null : inverseOfLine(event, id, headId)
  const Icon = own(icons, kind) ?? MessageSquare
  const sentence = sentenceOf(event, turns, viewerId)
  const { who, words, more } = sentence
  const what = capital([who, words].filter((part) => part !== null).join(' '))
  const seen = placeOf(event, id, headId)
  return (
    <>
      <Icon className="i" />
      <div className="grow">
        <Words {...{ id, sentence, title }} />
        {note != null && !isOfProgram(event) && <span dir="auto"> “{note}”</span>}
        <small>
          <time dateTime={at} title={wholeDate(at)}>
            {clockOf(at)}
          </time>
          {more !== null && ` · ${more}`}
        </small>
      </div>
      <Receipt details={event.details} of={`${what}, ${clockOf(at)}`} />
      {seen !== null && (
        <Link className="btn" href={seen} aria-label={`Look: ${what}, ${clockOf(at)}`}>
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

/** Notes that an import writes say by ids which conversation it is a fork of, which the line says by its title. */
const isOfProgram = ({ kind, note }: Event): boolean =>
  kind === 'FORK' && /^Lines of .+ repeat those of \S+\.$/s.test(note ?? '')

/** Where a line leads: to the fork that was made, else to where the current end went; null where there is nothing to see. */
function placeOf({ kind, details, headTo }: Event, id: string, headId: string | null | undefined): string | null {
  const fork = typeof details === 'object' && details !== null && 'fork' in details ? details.fork : null
  if (kind === 'FORK' && typeof fork === 'string') return paths.conversation(fork)
  return headTo ? paths.conversation(id, headTo.id === headId ? null : headTo.id) : null
}

/** The sentence; where lines of several conversations stand together, with the title in it. */
function Words({
  id,
  sentence: { who, words, around, name },
  title,
}: {
  readonly id: string
  readonly sentence: Sentence
  readonly title: string | undefined
}): JSX.Element {
  const given = name !== null && <b dir="auto">{name}</b>
  const link = title !== undefined && (
    <Link className="of" href={paths.conversation(id)} dir="auto">
      {title || 'Untitled'}
    </Link>
  )
  const [before, after] = around ?? [words, '']
  const lead = capital([who, title === undefined ? words : before].filter((part) => part !== null).join(' '))
  if (!link)
    return (
      <>
        {lead} {given}
      </>
    )
  if (around === null)
    return (
      <>
        {lead} {given} in {link}
      </>
    )
  // What it is called now is its new name.
  if (name === title)
    return (
      <>
        {lead} a conversation {after} {link}
      </>
    )
  return (
    <>
      {lead} {link} {after} {given}
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
