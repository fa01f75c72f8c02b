import { Settings2, Sparkles, User, Wrench, X, type LucideIcon } from 'lucide-react'
import { useEffect, useMemo, useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link, useLocation, useSearch } from 'wouter'
import { PlaceKind } from '../documents/generated.ts'
import { IconButton } from '../parts/IconButton.tsx'
import { Loading, NoteLine } from '../parts/Notice.tsx'
import { counted, when } from '../parts/text.ts'
import { parameterOf, paths, searchWith } from '../urls/urls.ts'
import { groupsOf, type Group } from './groups.ts'
import { SearchBox } from './SearchBox.tsx'
import { piecesOf } from './snippet.ts'
import { useHits, type Hit, type Role } from './useHits.ts'

const roles: readonly (readonly [Role, string])[] = [
  ['USER', 'You'],
  ['ASSISTANT', 'Assistant'],
  ['TOOL', 'Tools'],
  ['SYSTEM', 'System'],
]

/** Returns what was found, by conversation; each hit leads to its place, and moves nothing. */
export default function SearchPage(): JSX.Element {
  const asked = useSearch()
  const [, navigate] = useLocation()
  const [text, within] = [parameterOf(asked, 'q') ?? '', parameterOf(asked, 'in')]
  const role = roles.find(([value]) => value === parameterOf(asked, 'role'))?.[0] ?? null
  const onPathOnly = parameterOf(asked, 'path') !== null
  const { hits, total, behind, fault, more } = useHits({ text, role, within, onPathOnly })
  const groups = useMemo(() => groupsOf(hits ?? []), [hits])
  const choose = (changes: Readonly<Record<string, string | null>>): void =>
    navigate(`/search${searchWith(asked, changes)}`)
  useEffect(() => {
    document.title = text === '' ? 'Search · turngraph' : `${text} · turngraph`
  }, [text])
  return (
    <main className="pane" aria-labelledby="search-title">
      <h1 id="search-title" className="vh">
        Search
      </h1>
      <div className="sbar">
        <SearchBox isBig />
        <div className="rowx">
          <select
            className="field"
            aria-label="Said by"
            value={role ?? ''}
            onChange={({ target }) => choose({ role: target.value === '' ? null : target.value })}
          >
            <option value="">Anyone</option>
            {roles.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          {within !== null && <Within {...{ within, onPathOnly }} onChoose={choose} />}
          <span className="grow" />
          {hits !== null && text !== '' && (
            <span className="soft n">
              {counted(total ?? hits.length, 'hit')}
              {groups.length > 0 && more === null && ` in ${counted(groups.length, 'conversation')}`}
            </span>
          )}
        </div>
      </div>
      <div className="found scroll" tabIndex={-1}>
        {(behind ?? 0) > 0 && (
          <NoteLine>
            <span>{counted(behind ?? 0, 'entry is', 'entries are')} still being indexed.</span>
          </NoteLine>
        )}
        {fault !== null && <p className="fault">{fault}</p>}
        {text === '' && <p className="soft nothing">Write what you look for into the field above.</p>}
        {text !== '' && hits === null && <Loading rows={6} />}
        {text !== '' && hits?.length === 0 && fault === null && (
          <p className="soft nothing">
            “{text}” is nowhere
            {role !== null || within !== null ? (
              <>
                {' here. '}
                <button type="button" className="link" onClick={() => choose({ role: null, in: null, path: null })}>
                  Search everywhere
                </button>
              </>
            ) : (
              '.'
            )}
          </p>
        )}
        {groups.map((group) => (
          <GroupOf key={group.id} group={group} />
        ))}
        {more && (
          <button type="button" className="btn line" onClick={more}>
            Show more
          </button>
        )}
      </div>
    </main>
  )
}

interface WithinProps {
  readonly within: string
  readonly onPathOnly: boolean
  readonly onChoose: (changes: Readonly<Record<string, string | null>>) => void
}

/** Where in one conversation is searched, and what ends that. */
function Within({ within, onPathOnly, onChoose }: WithinProps): JSX.Element {
  const [{ data }] = useQuery({ query: PlaceKind, variables: { id: within } })
  const title = data?.conversation?.title || 'one conversation'
  return (
    <>
      <span className="chip" dir="auto">
        in <span className="cut">{title}</span>
      </span>
      <label className="btn check">
        <input
          type="checkbox"
          className="chk"
          checked={onPathOnly}
          onChange={() => onChoose({ path: onPathOnly ? null : '1' })}
        />
        Current branch alone
      </label>
      <IconButton isSmall icon={X} name="Search everywhere" onClick={() => onChoose({ in: null, path: null })} />
    </>
  )
}

/** So many hits of a conversation are shown at first. */
const first = 3

function GroupOf({ group: { id, title, updatedAt, hits } }: { readonly group: Group }): JSX.Element {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? hits : hits.slice(0, first)
  return (
    <section className="grp" aria-label={title || 'Untitled'}>
      <header>
        <h2 className="cut" dir="auto">
          <Link href={paths.conversation(id)}>{title || 'Untitled'}</Link>
        </h2>
        <span className="soft">{when(updatedAt)}</span>
        <span className="grow" />
        <span className="chip n">{counted(hits.length, 'hit')}</span>
      </header>
      {shown.map((hit) => (
        <HitLine key={hit.observation.id} hit={hit} />
      ))}
      {hits.length > shown.length && (
        <button type="button" className="link more" onClick={() => setWhole(true)}>
          Show {hits.length - shown.length} more here
        </button>
      )}
    </section>
  )
}

const icons: Readonly<Record<string, LucideIcon>> = { USER: User, ASSISTANT: Sparkles, TOOL: Wrench, SYSTEM: Settings2 }
const words: Readonly<Record<string, string>> = {
  USER: 'You',
  ASSISTANT: 'Assistant',
  TOOL: 'Tool result',
  SYSTEM: 'System',
}

function HitLine({ hit }: { readonly hit: Hit }): JSX.Element {
  const { observation, conversation, snippet, highlights, turn, matches } = hit
  const role = observation.role ?? ''
  const Icon = icons[role] ?? Settings2
  return (
    <Link className="hit" href={paths.conversation(conversation.id, observation.id)}>
      <Icon className="i" />
      <span className="grow">
        <span className={role === 'TOOL' ? 'found-words mono' : 'found-words'} dir="auto">
          {piecesOf(snippet, highlights).map(({ text, isHit }, at) => (isHit ? <mark key={at}>{text}</mark> : text))}
        </span>
        <small>
          {turn != null && <span>turn {turn}</span>}
          <span>{words[role] ?? 'Note'}</span>
          <time dateTime={observation.observedAt}>{when(observation.observedAt)}</time>
          {matches > 1 && <span>{matches} versions match</span>}
        </small>
      </span>
    </Link>
  )
}
