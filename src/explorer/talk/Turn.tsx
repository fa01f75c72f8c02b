import { lazy, memo, Suspense, useEffect, useRef, useState, type JSX, type RefObject } from 'react'
import type { Act } from '../act/act.ts'
import { Guard } from '../Guard.tsx'
import { ago, dollars, short } from '../text.ts'
import { notesOf } from './annotations.ts'
import { Blocks } from './blocks/Blocks.tsx'
import { Editor, type Editing } from './Editor.tsx'
import { Marker } from './Marker.tsx'
import type { Pairs } from './pairs.ts'
import { turnActions, type AtTurn } from './turnActions.ts'
import { nameOf } from './turnName.ts'
import { Versions } from './Versions.tsx'
import type { Entry } from './window.ts'

const TurnMenu = lazy(() => import('./TurnMenu.tsx'))

interface Props {
  readonly talkId: string
  readonly entry: Entry
  readonly pairs: Pairs
  readonly total: number
  readonly headId: string | null | undefined
  /** Whether an earlier time is shown, at which nothing can be changed. */
  readonly isPast: boolean
  readonly onVersion: (observationId: string) => Promise<void>
  readonly onAct: (act: Act) => void
}

/** Returns one place of a transcript: a turn, a marker or a note. */
export const Turn = memo(function Turn({
  talkId,
  entry,
  pairs,
  total,
  headId,
  isPast,
  onVersion,
  onAct,
}: Props): JSX.Element {
  const { observation, role, versions, position } = entry
  const [editing, setEditing] = useState<Editing | null>(null)
  const place = useRef<HTMLElement>(null)
  const notes = notesOf(observation.annotations)
  const own = { talkId, entry, headId, isPast, onAct, onEdit: setEditing }
  useKeyedAct(place, own)
  return (
    <article
      ref={place}
      className="turn"
      aria-label={nameOf(entry)}
      aria-posinset={position}
      aria-setsize={total}
      tabIndex={0}
      data-role={role ?? observation.kind}
      data-inherited={entry.inherited}
      data-run={observation.runId != null}
      data-observation={observation.id}
    >
      <header>
        <h2>{nameOf(entry)}</h2>
        {observation.model != null && <span className="model">{observation.model}</span>}
        {entry.inherited && <span title="It stands in a conversation that this one was forked from">inherited</span>}
        {entry.synthetic && <span title="Made up, so that a model takes the context">synthetic</span>}
        {observation.runId != null && <span title={`Run ${observation.runId}`}>run</span>}
        <Usage entry={entry} />
        {notes.length > 0 && <span className="note">★ {notes.join(', ')}</span>}
        <span className="grow" />
        <time dateTime={observation.observedAt} title={observation.observedAt}>
          {ago(observation.observedAt)}
        </time>
        {versions && <Versions versions={versions} onVersion={onVersion} />}
        {!entry.synthetic && <Menu {...own} />}
      </header>
      {role === null ? (
        <Marker talkId={talkId} entry={entry} />
      ) : entry.deleted && entry.content.length === 0 ? (
        <p className="hint">This message was deleted.</p>
      ) : (
        <Blocks content={entry.content} pairs={pairs} isTool={role === 'TOOL'} />
      )}
      {editing && headId !== undefined && (
        <Editor {...{ talkId, entry, headId, onAct }} what={editing} onClose={() => setEditing(null)} />
      )}
    </article>
  )
})

function Usage({ entry: { observation } }: { readonly entry: Entry }): JSX.Element | null {
  const { usage } = observation
  if (!usage) return null
  const parts = [
    ...(usage.inputTokens == null ? [] : [`${short(usage.inputTokens + (usage.cacheReadTokens ?? 0))} in`]),
    ...(usage.outputTokens == null ? [] : [`${short(usage.outputTokens)} out`]),
    ...(usage.costUsd == null ? [] : [dollars(usage.costUsd)]),
  ]
  return parts.length === 0 ? null : <span className="usage">{parts.join(' · ')}</span>
}

/** The menu's parts are loaded when one is first opened. */
function Menu(props: AtTurn): JSX.Element {
  const [wanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      className="menu"
      aria-label="Turn actions"
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
    >
      ⋯
    </button>
  )
  return wanted ? (
    <Guard instead={button}>
      <Suspense fallback={button}>
        <TurnMenu {...props} />
      </Suspense>
    </Guard>
  ) : (
    button
  )
}

/** Does what a key has chosen (keys.ts), as if the menu had. */
function useKeyedAct(place: RefObject<HTMLElement | null>, at: AtTurn): void {
  const latest = useRef(at)
  latest.current = at
  useEffect(() => {
    const turn = place.current
    const onChosen = (event: Event): void => {
      const name: unknown = event instanceof CustomEvent ? event.detail : null
      turnActions(latest.current)
        .find((action) => action.name === name)
        ?.onSelect()
    }
    turn?.addEventListener('turn-act', onChosen)
    return () => turn?.removeEventListener('turn-act', onChosen)
  }, [place])
}
