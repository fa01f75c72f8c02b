import { useEffect, useState, type JSX } from 'react'
import { useClient } from 'urql'
import { Link, useLocation, useSearch } from 'wouter'
import { Search, type Role, type SearchQuery } from '../documents/generated.ts'
import { Notice } from '../Notice.tsx'
import { parameterOf, paths, searchWith } from '../place.ts'
import { ago, counted } from '../text.ts'
import { piecesOf } from './snippet.ts'

type Hit = SearchQuery['search']['nodes'][number]
interface Found {
  readonly hits: readonly Hit[]
  readonly cursor: string | null
  readonly total: number | null
  readonly behind: number | null
  readonly fault: string | null
}
const roles: readonly Role[] = ['USER', 'ASSISTANT', 'SYSTEM', 'TOOL']

/** Returns what was found; each hit leads to its own branch, and moves no head. */
export default function SearchPage(): JSX.Element {
  const asked = useSearch()
  const [text, within] = [parameterOf(asked, 'q') ?? '', parameterOf(asked, 'in')]
  const onPathOnly = parameterOf(asked, 'path') !== null
  const [, navigate] = useLocation()
  const client = useClient()
  const [role, setRole] = useState<Role | null>(null)
  const [found, setFound] = useState<Found | null>(null)
  const read = async (before: readonly Hit[], after: string | null, isCurrent: () => boolean): Promise<void> => {
    const scope = {
      ...(role !== null && { roles: [role] }),
      ...(within !== null && { conversationId: within, onPathOnly }),
    }
    const asked = client.query(Search, { text, in: scope, after }, { requestPolicy: 'network-only' })
    const { data, error } = await asked.toPromise()
    if (!isCurrent()) return
    const page = data?.search
    setFound({
      hits: [...before, ...(page?.nodes ?? [])],
      cursor: page?.pageInfo.hasNextPage === true ? (page.pageInfo.endCursor ?? null) : null,
      total: page?.totalCount ?? null,
      behind: page?.behind ?? null,
      fault: page ? null : (error?.graphQLErrors[0]?.message ?? error?.message ?? 'No answer.'),
    })
  }
  useEffect(() => {
    let isCurrent = true
    setFound(null)
    if (text !== '') void read([], null, () => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [client, text, role, within, onPathOnly])
  if (text === '') return <Notice title="Search">Write what you look for into the field above.</Notice>
  return (
    <main className="pane screen">
      <h1>Found for “{text}”</h1>
      <p className="facts">
        {found === null
          ? 'Searching …'
          : found.total === null
            ? counted(found.hits.length, 'hit')
            : counted(found.total, 'hit')}
        {(found?.behind ?? 0) > 0 && ', while an import goes on'} ·{' '}
        <label>
          Said by{' '}
          <select
            value={role ?? ''}
            onChange={({ target }) => setRole(roles.find((each) => each === target.value) ?? null)}
          >
            <option value="">anybody</option>
            {roles.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        {within !== null && (
          <>
            {' · '}
            <label>
              In{' '}
              <select
                value={onPathOnly ? 'path' : 'talk'}
                onChange={({ target }) => navigate(`/search${searchWith(asked, placeIn(target.value, within))}`)}
              >
                <option value="talk">{within}</option>
                <option value="path">{within}, the path to its head</option>
                <option value="all">everything</option>
              </select>
            </label>
          </>
        )}
      </p>
      {found?.fault != null && <p className="fault">{found.fault}</p>}
      <ol className="hits">
        {found?.hits.map((hit) => (
          <li key={hit.observation.id}>
            <HitLine hit={hit} />
          </li>
        ))}
      </ol>
      {found?.cursor != null && (
        <button type="button" onClick={() => void read(found.hits, found.cursor, () => true)}>
          More
        </button>
      )}
    </main>
  )
}

function placeIn(chosen: string, within: string): Readonly<Record<string, string | null>> {
  return { in: chosen === 'all' ? null : within, path: chosen === 'path' ? '1' : null }
}

function HitLine({ hit }: { readonly hit: Hit }): JSX.Element {
  const { observation, conversation, snippet, highlights, turn, matches } = hit
  const name = `${conversation.title || conversation.id}${turn == null ? '' : `, turn ${turn}`}`
  return (
    <>
      <Link href={paths.talk(conversation.id, observation.id)}>{name}</Link>{' '}
      <small className="soft">
        {observation.role} · {ago(observation.observedAt)}
        {matches > 1 && ` · ${matches} versions match`}
      </small>
      <p className="plain" dir="auto">
        {piecesOf(snippet, highlights).map(({ text, isHit }, at) => (isHit ? <mark key={at}>{text}</mark> : text))}
      </p>
    </>
  )
}
