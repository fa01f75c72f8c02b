import type { JSX } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { TalkQuery } from '../documents/generated.ts'
import type { Act } from '../act/act.ts'
import { paths, searchWith } from '../place.ts'
import { counted, dollars, short } from '../text.ts'
import { AsOf } from './AsOf.tsx'
import { Branches } from './Branches.tsx'
import { Exports } from './Exports.tsx'
import type { Shown } from './useTranscript.ts'

interface Props {
  readonly id: string
  /** Null until it is known. */
  readonly talk: NonNullable<TalkQuery['conversation']> | null
  readonly shown: Shown
  /** This screen's address, without what it says of how to show the path. */
  readonly path: string
  readonly isBesideTree: boolean
  readonly onAct: (act: Act) => void
}

const views = { RAW: 'everything', MESSAGES: 'messages', CONTEXT: "the model's context" } as const
const values = { CURRENT: 'as it is now', AS_STORED: 'as it was stored' } as const

/** Returns what stands above a transcript: whose it is, what it holds, and how it is shown. */
export function TalkHead({ id, talk, shown, path, isBesideTree, onAct }: Props): JSX.Element {
  const [, navigate] = useLocation()
  const search = useSearch()
  const choose = (changes: Record<string, string | null>): void => navigate(path + searchWith(search, changes))
  const head = talk?.head?.id ?? null
  const isOff = talk !== null && shown.at !== null && shown.at !== head
  return (
    <header className="talk-head">
      <h1 id="talk-title" dir="auto">
        {talk?.title || id}
      </h1>
      {talk && <Facts talk={talk} />}
      <span className="choices">
        <Link data-key="t" href={(isBesideTree ? paths.talk(id) : paths.tree(id)) + search.replace(/^(?=[^?])/, '?')}>
          {isBesideTree ? 'Close the tree' : 'Tree'}
        </Link>{' '}
        {(talk?.treeShape.leaves ?? 0) > 1 && (
          <Branches id={id} at={shown.at ?? head} onShow={(at) => choose({ at: at === head ? null : at })} />
        )}
        <button
          type="button"
          data-key="u"
          disabled={talk === null}
          onClick={() => onAct({ kind: 'undo', talkId: id, head })}
        >
          Undo the last move
        </button>{' '}
        <label>
          Show{' '}
          <select value={shown.view} onChange={({ target }) => choose({ view: isDefault(target.value, 'RAW') })}>
            {Object.entries(views).map(([view, words]) => (
              <option key={view} value={view}>
                {words}
              </option>
            ))}
          </select>
        </label>{' '}
        <label>
          Values{' '}
          <select
            value={shown.values}
            onChange={({ target }) => choose({ values: isDefault(target.value, 'CURRENT') })}
          >
            {Object.entries(values).map(([each, words]) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <AsOf id={id} asOf={shown.asOf} onChoose={(asOf) => choose({ asOf })} />
        <Exports id={id} />
      </span>
      {shown.asOf !== null && (
        <p className="off">
          As it was then; nothing can be changed here but by a fork. <Link href={path}>Back to now</Link>
        </p>
      )}
      {isOff && (
        <p className="off">
          This is not where the conversation stands.{' '}
          <Link href={path} data-key="g h">
            Go to its head
          </Link>{' '}
          {head !== null && <Link href={paths.compare(head, shown.at)}>Compare with it</Link>}{' '}
          <button type="button" onClick={() => onAct({ kind: 'switch', talkId: id, to: shown.at ?? '', head })}>
            Switch to here
          </button>
        </p>
      )}
    </header>
  )
}

const isDefault = (value: string, otherwise: string): string | null => (value === otherwise ? null : value)

function Facts({ talk }: { readonly talk: NonNullable<TalkQuery['conversation']> }): JSX.Element {
  const { usage, treeShape, forkedFrom, spawnedBy } = talk
  const facts = [
    counted(talk.turnCount, 'turn'),
    ...(treeShape.leaves > 1 ? [counted(treeShape.leaves, 'leaf').replace('leafs', 'leaves')] : []),
    ...(talk.forks.totalCount ? [counted(talk.forks.totalCount, 'fork')] : []),
    ...(usage.answers > 0 ? [`${short(usage.inputTokens)} in`, `${short(usage.outputTokens)} out`] : []),
    ...(usage.costUsd > 0 ? [dollars(usage.costUsd)] : []),
    ...(talk.cwd == null ? [] : [talk.cwd]),
  ]
  return (
    <p className="facts">
      {facts.join(' · ')}
      {forkedFrom && (
        <>
          {' · '}
          <Link href={paths.talk(forkedFrom.conversation.id, forkedFrom.observation?.id)}>
            ⎇ fork of {forkedFrom.conversation.title || forkedFrom.conversation.id}
            {forkedFrom.turn != null && `, turn ${forkedFrom.turn}`}
          </Link>
        </>
      )}
      {forkedFrom && (
        <>
          {' · '}
          <Link href={paths.compare(forkedFrom.conversation.id, talk.id)}>compare</Link>
        </>
      )}
      {spawnedBy && (
        <>
          {' · '}
          <Link href={paths.talk(spawnedBy.conversation.id)}>started by a tool call</Link>
        </>
      )}
    </p>
  )
}
