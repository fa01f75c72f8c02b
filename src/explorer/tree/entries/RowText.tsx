import type { JSX } from 'react'
import { Link } from 'wouter'
import { paths } from '../../urls/urls.ts'
import { notesOf } from '../../conversation/turns/annotations.ts'
import { counted } from '../../parts/text.ts'
import type { Named } from '../names.ts'
import type { Row } from '../rows.ts'
import type { Stretch } from '../stretches.ts'
import type { Facts } from '../data/useRowFacts.ts'
import { own } from '../../../runtime/own.ts'

interface Props {
  readonly row: Row
  readonly stretch: Stretch | undefined
  readonly facts: Facts | undefined
  readonly isHead: boolean
  readonly isOnHeadPath: boolean
  readonly named: readonly Named[]
  readonly isRewound: boolean
  readonly onFold: () => void
}

const kinds: Readonly<Record<string, string>> = {
  COMPACTION: 'summary',
  DROP: 'left out',
  CANCEL: 'shown again',
  JOIN: 'merged',
  NOTE: 'note',
}
const partings: Readonly<Record<string, string>> = { VERSION: 'version', PARALLEL: 'parallel call', BRANCH: 'branch' }

/** Returns what a row says: its turn and how it begins, what names it has, or how many it stands for. */
export function RowText({ row, stretch, facts, isHead, isOnHeadPath, named, isRewound, onFold }: Props): JSX.Element {
  if (row.kind === 'MORE') return <span className="soft">┆ {row.nodes} more</span>
  if (row.kind === 'ALIKE') return <span className="soft">┆ {counted(row.nodes, 'more end')} like it</span>
  const begins = stretch?.parting && row.observation === stretch.first ? partings[stretch.parting] : undefined
  const isLeft = facts?.isLeaf === true && !isHead && !isOnHeadPath
  return (
    <>
      {row.isOpen !== null && (
        <button
          type="button"
          tabIndex={-1}
          className="fold"
          aria-label={row.isOpen ? 'Fold' : 'Unfold'}
          onClick={(event) => {
            event.stopPropagation()
            onFold()
          }}
        >
          {row.isOpen ? '▾' : '▸'}
        </button>
      )}
      <span aria-hidden="true">{isHead ? '◆' : isOnHeadPath ? '●' : '○'}</span> <b>{facts ? nameOf(facts) : '…'}</b>
      {begins !== undefined && <small> {begins}</small>}
      {stretch?.inherited === true && <small> from its source</small>}{' '}
      <span className="words" dir="auto">
        {facts && wordsOf(facts)}
      </span>
      {isHead && <small className="head"> current end</small>}
      {isLeft && <small> {isRewound ? 'rewound' : 'end of a branch'}</small>}
      <Notes annotations={facts?.annotations} />
      {named.map((each) => (
        <Name key={`${each.kind} ${each.id}`} named={each} />
      ))}
      {row.hidden > 0 && <small> {row.hidden} folded</small>}
    </>
  )
}

function nameOf({ turn, role, kind }: Facts): string {
  if (role == null) return own(kinds, kind) ?? kind.toLowerCase()
  return turn == null ? role : `${turn} ${role}`
}

function wordsOf({ text, content, erased }: Facts): string {
  if (erased) return 'Erased'
  const words = (text ?? '').slice(0, 400).replace(/\s+/g, ' ').trim().slice(0, 120)
  if (words !== '') return words
  return (content ?? []).flatMap((block) => (block.__typename === 'ToolCallBlock' ? [`→ ${block.name}`] : [])).join(' ')
}

function Notes({ annotations }: { readonly annotations: unknown }): JSX.Element | null {
  const notes = notesOf(annotations)
  return notes.length === 0 ? null : <small className="note"> ★ {notes.slice(0, 3).join(', ')}</small>
}

function Name({ named }: { readonly named: Named }): JSX.Element {
  if (named.kind === 'CHECKPOINT') return <small className="note"> ⚑ {named.name}</small>
  return (
    <small>
      {' '}
      <Link
        href={paths.conversation(named.id)}
        title={named.hint}
        tabIndex={-1}
        onClick={(event) => event.stopPropagation()}
      >
        ⎇ {named.name}
      </Link>
    </small>
  )
}
