import { useMemo, useState, type JSX } from 'react'
import { useSubscription } from 'urql'
import { useAction } from '../actions/useAction.ts'
import { ConversationsChanged } from '../documents/generated.ts'
import { Loading, NoteLine } from '../parts/Notice.tsx'
import { usePageTitle } from '../parts/usePageTitle.ts'
import { Choice } from './Choice.tsx'
import { Days } from './Days.tsx'
import { Line } from './Line.tsx'
import { together } from './lines.ts'
import { useEvents } from './useEvents.ts'
import { kindsUnder, type Kinds } from './words.ts'

/** Changes of deleted and archived ones, too. */
const followed = { archived: null, includeDeleted: true }

/** Returns what was done to any conversation, the newest first, as far as it was asked for. */
export default function ActivityPage(): JSX.Element {
  const [chosen, setChosen] = useState<Kinds>('ALL')
  const kinds = useMemo(() => kindsUnder(chosen), [chosen])
  const { events, viewerId, more, fault, isLoading, loadMore, refresh } = useEvents(kinds)
  useSubscription({ query: ConversationsChanged, variables: { filter: followed } }, () => refresh())
  const action = useAction()
  usePageTitle('Activity')
  const lines = together(events)
  return (
    <main className="pane" aria-labelledby="activity-title">
      <header className="head">
        <h1 id="activity-title" className="grow">
          Activity
        </h1>
        <Choice chosen={chosen} onChoose={setChosen} />
      </header>
      <div className="page scroll activity-page" tabIndex={-1}>
        {fault !== null && (
          <NoteLine isWarning>
            <span className="fault">{fault}</span>
            <button type="button" className="btn sm" onClick={refresh}>
              Try again
            </button>
          </NoteLine>
        )}
        {isLoading && events.length === 0 && <Loading rows={8} />}
        {!isLoading && fault === null && events.length === 0 && (
          <p className="soft">{chosen === 'ALL' ? 'Nothing was done yet.' : 'Nothing of this was done.'}</p>
        )}
        {lines.length > 0 && (
          <Days
            lines={lines}
            lineOf={(line) => {
              const { conversation } = line.event
              return (
                <Line
                  id={conversation?.id ?? ''}
                  headId={conversation?.head?.id ?? null}
                  title={conversation?.title ?? 'a conversation'}
                  onAction={(wanted) => void action(wanted, refresh)}
                  {...{ viewerId, line }}
                />
              )
            }}
          />
        )}
        {more && (
          <button type="button" className="btn line" disabled={isLoading} onClick={loadMore}>
            Show older
          </button>
        )}
      </div>
    </main>
  )
}
