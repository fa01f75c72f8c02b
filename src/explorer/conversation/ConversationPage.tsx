import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type JSX } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useAction } from '../actions/useAction.ts'
import { useNewestUndoable } from '../actions/undoable.ts'
import { useIsReadOnly } from '../data/rights.ts'
import { useKnownConversation } from '../data/knownConversation.ts'
import { retryLoad } from '../data/retryLoad.ts'
import { useKey } from '../keys/keyActions.ts'
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx'
import { NotFound } from '../parts/NotFound.tsx'
import { Loading } from '../parts/Notice.tsx'
import { usePageTitle } from '../parts/usePageTitle.ts'
import { LandingContext, useLandingOfAddress } from '../search/landing.ts'
import { useMarks } from '../search/useMarks.ts'
import { showPrompt } from '../tree/wantedPrompt.ts'
import { paths, searchWith } from '../urls/urls.ts'
import { isUnderWay } from './answers/answers.ts'
import { useAnswers } from './answers/useAnswers.ts'
import { AsOf } from './head/AsOf.tsx'
import { branchBeside, branchColours, branchRead, type Branch } from './head/branches.ts'
import { Composer } from './compose/Composer.tsx'
import { Head } from './head/Head.tsx'
import { HeadLoading } from './head/HeadLoading.tsx'
import { Path, type Last } from './Path.tsx'
import { DeletedNotice, PlaceNotice } from './head/Place.tsx'
import { Tail } from './Tail.tsx'
import { useShown } from './shown.ts'
import { useSide } from './useSide.ts'
import type { Around } from './turns/TurnFrame.tsx'
import { useTalk } from './useTalk.ts'
import { useVersion } from './useVersion.ts'

const TreeBeside = lazy(() => retryLoad(() => import('../tree/TreeBeside.tsx')))
const Activity = lazy(() => retryLoad(() => import('../activity/Activity.tsx')))
const none: readonly Branch[] = []

/** Returns a conversation: the path to its current end, or to the place that the address names, and where to go on. */
export function ConversationPage({ id }: { readonly id: string }): JSX.Element {
  const displayed = useShown(id)
  const [, navigate] = useLocation()
  const search = useSearch()
  const [last, setLast] = useState<Last | null>(null)
  const [side, setSide] = useSide()
  const talk = useTalk(displayed)
  const known = useKnownConversation(id)
  const { conversation, fault } = talk
  const perform = useAction()
  const path = paths.conversation(id)
  const choose = (changed: Readonly<Record<string, string | null>>): void =>
    navigate(path + searchWith(search, { prompt: null, call: null, hit: null, q: null, ...changed }))
  const headId = conversation ? (conversation.head?.id ?? null) : undefined
  const branches = talk.branches?.nodes ?? none
  const colours = useMemo(() => branchColours(branches), [branches])
  const at = displayed.at === headId ? null : displayed.at
  const read = branchRead(branches, at, last?.branch ?? null)
  const colour = at === null ? 0 : (colours.get(read?.id ?? '') ?? 0)
  // What is read is of one colour behind the place where it parts from the way to the current end.
  const colourOf = useCallback((branch: string) => (branch === read?.id ? colour : 0), [read, colour])
  const isVersion = useRef(false)
  const onVersion = useVersion(id, headId, isVersion)
  const isPast = displayed.asOf !== null
  const isDated = conversation?.dated ?? true
  const isReadOnly = useIsReadOnly()
  const newest = useNewestUndoable(id, headId)
  const answers = useAnswers(id, talk)
  const landing = useLandingOfAddress()
  const pane = useRef<HTMLElement>(null)
  const isDrawn = conversation != null
  useMarks(pane, isDrawn ? landing : null)
  useEffect(() => {
    if (landing) showPrompt(landing.prompt)
  }, [landing])
  const around: Around = useMemo(
    () => ({ conversationId: id, headId, isPast, isDated, onVersion, onAction: perform }),
    [id, headId, isPast, isDated, onVersion, perform],
  )
  const showBranch = (branch: Branch | null): void => {
    if (branch) choose({ at: branch.isCurrent ? null : branch.end.id, asOf: null })
  }
  const fork = (): void => {
    const place = at ?? headId
    if (place != null) void perform({ kind: 'fork', conversationId: id, at: { observationId: place } })
  }
  const undoMove = headId === undefined ? null : () => void perform({ kind: 'undo', conversationId: id, head: headId })
  // The newest act of this tab first; behind those, the moves of the current end.
  const undo = isPast || isReadOnly ? null : (newest?.undo ?? undoMove)
  useKey(']', branches.length > 1 ? () => showBranch(branchBeside(branches, read?.id ?? null, 1)) : null)
  useKey('[', branches.length > 1 ? () => showBranch(branchBeside(branches, read?.id ?? null, -1)) : null)
  useKey('g h', () => choose({ at: null, asOf: null }))
  useKey('u', undo)
  const toggleTree = (): void => setSide(side === 'tree' ? null : 'tree')
  const toggleActivity = (): void => setSide(side === 'activity' ? null : 'activity')
  useKey('t', toggleTree)
  useKey('g a', toggleActivity)
  usePageTitle(titleOf(conversation ?? known))
  if (conversation === null && fault === null) return <NotFound>There is no conversation of that id here</NotFound>
  return (
    <>
      <main className="pane conversation" ref={pane} aria-labelledby="conversation-title">
        {conversation ? (
          <Head
            {...{ conversation, shown: displayed, read, branches }}
            branchCount={talk.branches?.totalCount ?? branches.length}
            colour={colour}
            isTree={side === 'tree'}
            onTree={toggleTree}
            onBranch={showBranch}
            onFork={fork}
            undo={undo === null ? null : { perform: undo, hint: newest?.text ?? 'The last move of the current end' }}
            onActivity={toggleActivity}
            onChoose={choose}
            onSearch={() => navigate(`/search${searchWith('', { in: id })}`)}
          />
        ) : (
          <HeadLoading known={known} />
        )}
        {displayed.asOf !== null && (
          <AsOf
            id={id}
            asOf={displayed.asOf}
            onChoose={(asOf) => choose({ asOf })}
            onFork={headId == null || isReadOnly ? null : fork}
          />
        )}
        {conversation?.deletedAt != null && (
          <div className="above">
            <DeletedNotice
              at={conversation.deletedAt}
              onRestore={isReadOnly ? null : () => void perform({ kind: 'restoreConversation', conversationId: id })}
            />
          </div>
        )}
        {at !== null && headId !== undefined && (
          <div className="above">
            <PlaceNotice
              read={read}
              colour={colour}
              onGoOn={
                isReadOnly ? null : () => void perform({ kind: 'switch', conversationId: id, to: at, head: headId })
              }
              onBack={() => choose({ at: null })}
            />
          </div>
        )}
        <LandingContext.Provider value={landing}>
          <Path
            key={displayed.view}
            {...{ shown: displayed, around, talk, isVersion, colourOf }}
            conversation={conversation ?? null}
            known={known}
            onLast={setLast}
            onNotes={() => choose({ view: 'RAW' })}
            tail={isPast ? null : <Tail {...{ around, answers, at }} run={conversation?.activeRun ?? null} />}
          />
        </LandingContext.Provider>
        {!isPast && !isReadOnly && headId !== undefined && conversation?.deletedAt == null && (
          <Composer
            id={id}
            headId={headId}
            at={at}
            turn={last?.turn ?? null}
            read={read}
            colour={colour}
            onAction={perform}
            answer={answers.find(isUnderWay) ?? null}
          />
        )}
      </main>
      {side !== null && (
        <ErrorBoundary key={side} instead={null}>
          <Suspense
            fallback={
              <aside className="tree" aria-busy="true">
                <Loading rows={6} />
              </aside>
            }
          >
            {side === 'tree' ? (
              <TreeBeside {...{ id, at, talk }} read={last?.prompt ?? null} onClose={() => setSide(null)} />
            ) : (
              <Activity
                {...{ id, headId }}
                changes={talk.changes}
                onAction={(wanted) => void perform(wanted)}
                onClose={() => setSide(null)}
              />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

const titleOf = (conversation: { readonly title: string } | null): string | null =>
  conversation && (conversation.title || 'Untitled')
