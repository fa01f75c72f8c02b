import { lazy, memo, Suspense, useState, type JSX } from 'react'
import type { Act } from '../act/act.ts'
import { ago, dollars, short } from '../text.ts'
import { Blocks } from './blocks/Blocks.tsx'
import { Editor, type Editing } from './Editor.tsx'
import { Marker } from './Marker.tsx'
import type { Pairs } from './pairs.ts'
import { nameOf } from './turnName.ts'
import { Versions } from './Versions.tsx'
import type { Entry } from './window.ts'

const TurnMenu = lazy(() => import('./TurnMenu.tsx'))

interface Props {
  readonly talkId: string
  readonly entry: Entry
  readonly pairs: Pairs
  readonly total: number
  readonly headId: string | null
  readonly onVersion: (observationId: string) => Promise<void>
  readonly onAct: (act: Act) => void
}

/** Returns one place of a transcript: a turn, a marker or a note. */
export const Turn = memo(function Turn({ talkId, entry, pairs, total, headId, onVersion, onAct }: Props): JSX.Element {
  const { observation, role, versions, position } = entry
  const [editing, setEditing] = useState<Editing | null>(null)
  const own = { talkId, entry, headId, onAct }
  return (
    <article
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
        <span className="grow" />
        <time dateTime={observation.observedAt} title={observation.observedAt}>
          {ago(observation.observedAt)}
        </time>
        {versions && <Versions versions={versions} onVersion={onVersion} />}
        {!entry.synthetic && <Menu {...own} onEdit={setEditing} />}
      </header>
      {role === null ? (
        <Marker talkId={talkId} entry={entry} />
      ) : entry.deleted && entry.content.length === 0 ? (
        <p className="hint">This message was deleted.</p>
      ) : (
        <Blocks content={entry.content} pairs={pairs} isTool={role === 'TOOL'} />
      )}
      {editing && <Editor {...own} what={editing} onClose={() => setEditing(null)} />}
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

type MenuProps = Pick<Props, 'talkId' | 'entry' | 'headId' | 'onAct'> & { readonly onEdit: (what: Editing) => void }

/** The menu's parts are loaded when one is first opened. */
function Menu(props: MenuProps): JSX.Element {
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
    <Suspense fallback={button}>
      <TurnMenu {...props} />
    </Suspense>
  ) : (
    button
  )
}
