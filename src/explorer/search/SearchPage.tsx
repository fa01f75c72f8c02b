import { lazy, Suspense, useEffect, useMemo, useState, type JSX, type KeyboardEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { retryLoad } from '../data/retryLoad.ts'
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx'
import { Loading, NoteLine } from '../parts/Notice.tsx'
import { foldersIn } from '../parts/projects.ts'
import { counted, grouped } from '../parts/text.ts'
import { useFolders } from '../parts/useFolders.ts'
import { useMedia, widths } from '../parts/useMedia.ts'
import { usePageTitle } from '../parts/usePageTitle.ts'
import { parameterOf, searchWith } from '../urls/urls.ts'
import { GroupOf, type Found } from './GroupOf.tsx'
import { callsOf, daysOf, roleOf, Scope } from './Scope.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useHits, type Asked } from './useHits.ts'

const FoundPlace = lazy(() => retryLoad(() => import('./FoundPlace.tsx')))

/** Returns what was found, by conversation, and beside it the place of the hit that is pointed at; a hit opens its place, and moves nothing. */
export default function SearchPage(): JSX.Element {
  const search = useSearch()
  const [, navigate] = useLocation()
  const all = useFolders()
  const project = parameterOf(search, 'project')
  const folders = useMemo(() => (project === null || !all ? null : foldersIn(project, all)), [project, all])
  const request = useMemo(() => askedIn(search, folders), [search, folders])
  const { scope, groups, total, behind, fault, ms, missing } = useHits(
    // What belongs to a project is known first.
    project !== null && folders === null ? nothingAsked : request,
  )
  const [chosen, setChosen] = useState<Found | null>(null)
  const isNarrow = useMedia(widths.narrow)
  const choose = (changes: Readonly<Record<string, string | null>>): void =>
    navigate(`/search${searchWith(search, changes)}`)
  const { text } = request
  usePageTitle(text === '' ? 'Search' : text)
  useEffect(() => {
    const [group] = groups ?? []
    const [hit] = group?.hits ?? []
    setChosen(group && hit ? { conversation: group.conversation, hit } : null)
  }, [groups])
  const result = groups && (
    <div className="found scroll" tabIndex={-1} onKeyDown={moveOn}>
      {(behind ?? 0) > 0 && (
        <NoteLine>
          <span>{counted(behind ?? 0, 'entry is', 'entries are')} still being indexed.</span>
        </NoteLine>
      )}
      {fault !== null && <p className="fault">{fault}</p>}
      {groups.length === 0 && fault === null && (
        <Nowhere asked={request} missing={missing} onAll={() => choose(everywhere)} />
      )}
      {groups.map((group) => (
        <GroupOf
          key={group.conversation.id}
          {...{ group, scope }}
          words={text}
          chosen={chosen?.hit.observation.id ?? null}
          onChoose={setChosen}
        />
      ))}
    </div>
  )
  return (
    <main className="pane" aria-labelledby="search-title">
      <h1 id="search-title" className="vh">
        Search
      </h1>
      <div className="sbar">
        <SearchBox isBig />
        <div className="rowx">
          <Scope asked={request} folders={all ?? []} onChoose={choose} />
          <span className="grow" />
          {groups !== null && text !== '' && <span className="soft n">{countOf(total, groups, ms)}</span>}
        </div>
      </div>
      {text === '' ? (
        <div className="found">
          <p className="soft nothing">
            Write what you look for into the field above. <code>path:src/a.ts</code> finds the calls that name a file.
          </p>
        </div>
      ) : groups === null ? (
        <div className="found">
          <Loading rows={6} />
        </div>
      ) : (
        <div className="searched">
          {result}
          {!isNarrow && chosen !== null && (
            <ErrorBoundary
              key={chosen.hit.observation.id}
              instead={<p className="fault">This place could not be drawn.</p>}
            >
              <Suspense fallback={<Loading rows={4} />}>
                <FoundPlace found={chosen} words={text} />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
      )}
    </main>
  )
}

const nothingAsked = askedIn('', null)
const everywhere = { role: null, in: null, path: null, project: null, calls: null, days: null } as const

function askedIn(search: string, folders: readonly string[] | null): Asked {
  return {
    text: parameterOf(search, 'q') ?? '',
    role: roleOf(parameterOf(search, 'role')),
    within: parameterOf(search, 'in'),
    onPathOnly: parameterOf(search, 'path') !== null,
    project: parameterOf(search, 'project'),
    folders,
    inCalls: callsOf(parameterOf(search, 'calls')),
    days: daysOf(parameterOf(search, 'days')),
  }
}

/** How many conversations the page asks for. */
const mostGroups = 30

function countOf(total: number | null, groups: readonly { readonly count: number }[], ms: number): string {
  const hits = total ?? groups.reduce((sum, { count }) => sum + count, 0)
  const isCut = groups.length >= mostGroups && groups.reduce((sum, { count }) => sum + count, 0) < hits
  const where = groups.length === 0 ? '' : ` in ${counted(groups.length, 'conversation')}${isCut ? ' or more' : ''}`
  return `${counted(hits, 'hit')}${where} · ${grouped(ms)} ms`
}

/** Goes to the hit above or below. */
function moveOn(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const hits = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-hit]')]
  const at = hits.findIndex((hit) => hit === document.activeElement)
  hits[Math.max(0, Math.min(at + step, hits.length - 1))]?.focus()
  event.preventDefault()
}

interface NowhereProps {
  readonly asked: Asked
  readonly missing: readonly string[]
  readonly onAll: () => void
}

/** Says which words are nowhere, and offers to look everywhere. */
function Nowhere({ asked: request, missing, onAll }: NowhereProps): JSX.Element {
  const { text, role, within, project, inCalls, days } = request
  const isNarrowed = [role, within, project, inCalls, days].some((part) => part !== null)
  const words = missing.length === 0 ? [text] : missing
  return (
    <p className="soft nothing">
      {words.map((word) => `“${word}”`).join(', ')} {words.length === 1 ? 'is' : 'are'} nowhere
      {isNarrowed && missing.length === 0 ? ' here' : ''}.{' '}
      {isNarrowed && (
        <button type="button" className="link" onClick={onAll}>
          Search everywhere
        </button>
      )}
    </p>
  )
}
