import { useMemo, type DragEvent, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { useAct } from '../act/useAct.ts'
import { useAfterActs } from '../act/useAfterActs.ts'
import { Compare, PlaceKind, type CompareQuery, type PlaceKindQuery } from '../documents/generated.ts'
import { Notice } from '../Notice.tsx'
import { paths } from '../place.ts'
import { counted, dollars, short } from '../text.ts'
import { MergeForm } from './MergeForm.tsx'
import { wordsBetween } from './words.ts'

type Diff = NonNullable<CompareQuery['diff']>
type Entry = Diff['baseOnly'][number]

/** Returns two branches side by side: what each has behind the place where they part, and what differs word by word. */
export default function ComparePage({ places }: { readonly places: readonly [string, string] }): JSX.Element {
  const [a, b] = places
  const [base, readBase] = useQuery({ query: PlaceKind, variables: { id: a }, requestPolicy: 'cache-and-network' })
  const [target] = useQuery({ query: PlaceKind, variables: { id: b } })
  const isKnown = base.data !== undefined && target.data !== undefined
  const variables = { base: placeOf(a, base.data), target: placeOf(b, target.data) }
  const [{ data, error }, readDiff] = useQuery({
    query: Compare,
    variables,
    pause: !isKnown,
    requestPolicy: 'cache-and-network',
  })
  const diff = data?.diff
  const act = useAct()
  useAfterActs(() => {
    for (const read of [readBase, readDiff]) read({ requestPolicy: 'network-only' })
  })
  const into = base.data?.conversation
  const from = target.data?.conversation
  if (!diff) {
    const fault = error ?? base.error ?? target.error
    return <Notice title="Compare">{fault ? (fault.graphQLErrors[0]?.message ?? fault.message) : 'Loading …'}</Notice>
  }
  const pick = (messageId: string): void => {
    if (!into || !from) return
    const head = into.head?.id ?? null
    void act({ kind: 'cherryPick', into: into.id, from: from.id, turns: [messageId], head })
  }
  return (
    <main className="pane screen">
      <h1>Compare</h1>
      <p className="facts">
        {diff.commonAncestor
          ? `They part behind turn ${diff.commonAncestor.turn ?? '?'}.`
          : 'They have nothing in common.'}
      </p>
      {into && from && (
        <MergeForm into={into.id} from={from.id} head={into.head?.id ?? null} onAct={(wanted) => void act(wanted)} />
      )}
      <Changed diff={diff} />
      <div className="columns">
        <Side
          name="Base"
          id={a}
          place={base.data}
          entries={diff.baseOnly}
          count={diff.baseOnlyCount}
          stats={diff.baseStats}
          {...(into && from && { onDrop: pick })}
        />
        <Side
          name="Target"
          id={b}
          place={target.data}
          entries={diff.targetOnly}
          count={diff.targetOnlyCount}
          stats={diff.targetStats}
          {...(into && from && { onPick: pick })}
        />
      </div>
      <details>
        <summary>As Markdown</summary>
        <pre tabIndex={0}>{diff.markdown}</pre>
      </details>
    </main>
  )
}

/** An address names a conversation, an observation or a message. */
function placeOf(id: string, data: PlaceKindQuery | undefined) {
  if (data?.conversation) return { conversationId: id }
  return data?.observation ? { observationId: id } : { messageId: id }
}

function Changed({ diff }: { readonly diff: Diff }): JSX.Element | null {
  if (diff.changed.length === 0) return null
  return (
    <>
      <h2>Turns that both have, in different versions</h2>
      {diff.changed.map(({ message, base, target }) => (
        <Words key={message.id} base={base.text ?? ''} target={target.text ?? ''} />
      ))}
    </>
  )
}

function Words({ base, target }: { readonly base: string; readonly target: string }): JSX.Element {
  const pieces = useMemo(() => wordsBetween(base, target), [base, target])
  return (
    <p className="plain changed" dir="auto">
      {pieces.map(({ text, side }, at) =>
        side === 'both' ? text : side === 'base' ? <del key={at}>{text}</del> : <ins key={at}>{text}</ins>,
      )}
    </p>
  )
}

/** The kind of what is dragged from one side to the other. */
const dragged = 'application/x-turngraph-message'

interface SideProps {
  readonly name: string
  readonly id: string
  readonly place: PlaceKindQuery | undefined
  readonly entries: readonly Entry[]
  readonly count: number
  readonly stats: Diff['baseStats']
  readonly onPick?: (messageId: string) => void
  /** Takes what is dragged here from the other side. */
  readonly onDrop?: (messageId: string) => void
}

function Side({ name, id, place, entries, count, stats, onPick, onDrop }: SideProps): JSX.Element {
  const title = place?.conversation?.title ?? id
  return (
    <section
      aria-label={name}
      {...(onDrop && {
        onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(dragged) && event.preventDefault(),
        onDrop: (event: DragEvent) => {
          const messageId = event.dataTransfer.getData(dragged)
          if (messageId !== '') onDrop(messageId)
        },
      })}
    >
      <h2 dir="auto">
        {name}: {place?.conversation ? <Link href={paths.talk(id)}>{title}</Link> : title}
      </h2>
      <p className="facts">
        {counted(stats.turns, 'turn')} · {counted(stats.toolCalls, 'tool call')} · {short(stats.inputTokens)} in ·{' '}
        {short(stats.outputTokens)} out · {dollars(stats.costUsd)}
      </p>
      {entries.map(({ role, text, message, observation }) => (
        <div
          key={observation.id}
          className="side-turn"
          draggable={onPick !== undefined && message != null}
          onDragStart={({ dataTransfer }) => dataTransfer.setData(dragged, message?.id ?? '')}
        >
          <b>
            {observation.turn} {role}
          </b>{' '}
          {onPick && message && (
            <button type="button" onClick={() => onPick(message.id)}>
              Pick into the base
            </button>
          )}
          <p className="plain" dir="auto">
            {text.slice(0, 4_000)}
          </p>
        </div>
      ))}
      {count > entries.length && <p className="hint">{count - entries.length} more are not shown.</p>}
      {count === 0 && <p className="hint">Nothing of its own.</p>}
    </section>
  )
}
