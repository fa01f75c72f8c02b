import { useCallback, useEffect, useMemo, useRef, type JSX } from 'react'
import { useClient, useQuery } from 'urql'
import { useLocation, useSearch } from 'wouter'
import { NewestLeaf, Talk as TalkDocument } from '../documents/generated.ts'
import type { Act } from '../act/act.ts'
import { useAct } from '../act/useAct.ts'
import { Ledger } from '../ledger/Ledger.tsx'
import { Notice } from '../Notice.tsx'
import { parameterOf, paths, searchWith } from '../place.ts'
import { Feed } from './Feed.tsx'
import { TalkHead } from './TalkHead.tsx'
import { useChanges } from './useChanges.ts'
import { useTranscript, type Shown } from './useTranscript.ts'

/** Returns a conversation's transcript: its head's path, or the path to the place that the address names. */
export function Talk({ id, isBesideTree }: { readonly id: string; readonly isBesideTree: boolean }): JSX.Element {
  const shown = useShown(id)
  const client = useClient()
  const [, navigate] = useLocation()
  const transcript = useTranscript(shown)
  const [{ data, error }, readAgain] = useQuery({
    query: TalkDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  const refresh = useCallback(() => {
    transcript.refresh()
    readAgain({ requestPolicy: 'network-only' })
  }, [transcript.refresh, readAgain])
  useChanges(id, refresh)
  const talk = data?.conversation
  const act = useAct()
  const perform = useCallback((wanted: Act) => void act(wanted), [act])
  useEffect(() => {
    document.title = talk ? `${talk.title || talk.id} · turngraph` : 'turngraph'
  }, [talk])

  const headId = talk ? (talk.head?.id ?? null) : undefined
  const path = isBesideTree ? paths.tree(id) : paths.talk(id)
  const search = useSearch()
  const isVersion = useRef(false)
  const showVersion = useCallback(
    async (observationId: string) => {
      const { data: found } = await client.query(NewestLeaf, { id: observationId }).toPromise()
      const leaves = found?.observation?.leaves.nodes ?? []
      const leaf = leaves.find(({ conversation }) => conversation?.id === id) ?? leaves[0]
      const leafId = leaf?.id ?? observationId
      const at = leafId === headId ? null : leafId
      isVersion.current = at !== shown.at
      navigate(path + searchWith(search, { at }))
    },
    [client, id, path, headId, navigate, search, shown.at],
  )
  if (transcript.isMissing || (data && !talk)) return <Notice title="Not found">There is no such conversation.</Notice>
  const fault = transcript.fault ?? error?.message ?? null
  return (
    <main className="pane talk" aria-labelledby="talk-title">
      <TalkHead id={id} talk={talk ?? null} shown={shown} path={path} isBesideTree={isBesideTree} onAct={perform} />
      {fault !== null && <p className="fault">{fault}</p>}
      {transcript.window && (
        <Feed
          key={`${shown.view} ${shown.values}`}
          talkId={id}
          window={transcript.window}
          path={transcript.path}
          isVersion={isVersion}
          onOlder={transcript.loadOlder}
          headId={headId}
          isPast={shown.asOf !== null}
          onVersion={showVersion}
          onAct={perform}
        />
      )}
      <Ledger id={id} headId={headId} onAct={perform} />
      {!transcript.window && fault === null && <p className="hint">Loading …</p>}
    </main>
  )
}

/** What the address says of how to show the path. */
function useShown(id: string): Shown {
  const search = useSearch()
  return useMemo(() => {
    const view = parameterOf(search, 'view')
    const values = parameterOf(search, 'values')
    return {
      id,
      at: parameterOf(search, 'at'),
      asOf: parameterOf(search, 'asOf'),
      view: view === 'MESSAGES' || view === 'CONTEXT' ? view : 'RAW',
      values: values === 'AS_STORED' ? values : 'CURRENT',
    }
  }, [id, search])
}
