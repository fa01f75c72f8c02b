import { CopyPlus } from 'lucide-react'
import type { JSX, ReactNode } from 'react'
import type { CompareQuery } from '../documents/generated.ts'
import { ErasedLine } from '../parts/ErasedLine.tsx'
import { counted } from '../parts/text.ts'
import { Prose } from '../conversation/blocks/Prose.tsx'
import { Marked } from './Marked.tsx'
import type { Pair, Section } from './pairs.ts'

type Entry = NonNullable<CompareQuery['diff']>['baseOnly'][number]
type Own = Section<Entry>

interface Props {
  readonly pair: Pair<Entry>
  readonly form: 'sides' | 'column'
  readonly isOnly: boolean
  /** Adds a turn of the right to the left; null where that cannot be done. */
  readonly onAdd: ((messageId: string) => void) | null
}

/** Returns a prompt of either side, what each set off, and how each was answered. */
export function PairRow({ pair: { left, right }, form, isOnly, onAdd }: Props): JSX.Element {
  const isSame = (of: (section: Own) => string | number): boolean =>
    left !== null && right !== null && of(left) === of(right)
  const className = form === 'column' ? 'pair one' : 'pair'
  const hasCalls = (left?.calls ?? 0) + (right?.calls ?? 0) > 0
  const hasAnswer = left?.answer != null || right?.answer != null
  return (
    <>
      {!(isOnly && isSame(({ prompt }) => wordsOf(prompt))) && (
        <div className={className} tabIndex={-1}>
          <Turn section={left} other={right} side="base" of="prompt" onAdd={null} />
          <Turn section={right} other={left} side="target" of="prompt" onAdd={onAdd} />
        </div>
      )}
      {hasCalls && (
        <div className={`${className} slim`}>
          <Calls section={left} />
          <Calls section={right} />
        </div>
      )}
      {hasAnswer && !(isOnly && isSame(({ answer }) => wordsOf(answer))) && (
        <div className={className} tabIndex={-1}>
          <Turn section={left} other={right} side="base" of="answer" onAdd={null} />
          <Turn section={right} other={left} side="target" of="answer" onAdd={onAdd} />
        </div>
      )}
    </>
  )
}

/** A key that two turns share only if they say the same; an erased turn shares it with none. */
const wordsOf = (entry: Entry | null): string =>
  entry?.erased === true ? `erased ${entry.observation.id}` : (entry?.text ?? '')

interface TurnProps {
  readonly section: Own | null
  readonly other: Own | null
  readonly side: 'base' | 'target'
  readonly of: 'prompt' | 'answer'
  readonly onAdd: ((messageId: string) => void) | null
}

function Turn({ section, other, side, of, onAdd }: TurnProps): JSX.Element {
  const entry = section?.[of] ?? null
  if (!entry) return <None>{of === 'prompt' || section === null ? 'nothing on this side' : 'no answer'}</None>
  const beside = other?.[of] ?? null
  const { message } = entry
  return (
    <div>
      <div className="meta">
        <b>{of === 'prompt' ? 'You' : 'Assistant'}</b>
        {entry.observation.turn != null && <span>turn {entry.observation.turn}</span>}
        <span className="grow" />
        {onAdd && message && !entry.erased && (
          <button type="button" className="btn sm" onClick={() => onAdd(message.id)}>
            <CopyPlus className="i s" />
            Add to the left
          </button>
        )}
      </div>
      {entry.erased ? (
        <ErasedLine erasure={entry.observation.erasure} />
      ) : beside && !beside.erased ? (
        <Marked
          base={side === 'base' ? entry.text : beside.text}
          target={side === 'base' ? beside.text : entry.text}
          side={side}
        />
      ) : (
        <Prose text={entry.text.slice(0, 8_000)} />
      )}
    </div>
  )
}

function Calls({ section }: { readonly section: Own | null }): JSX.Element {
  if (!section || section.calls === 0) return <None>no tool calls</None>
  return (
    <div>
      <span>
        {counted(section.calls, 'tool call')}
        {section.failures > 0 && (
          <>
            {' · '}
            <span className="bad">{section.failures} failed</span>
          </>
        )}
      </span>
      <span className="grow" />
      <span className="soft cut" dir="auto">
        {section.tools.slice(0, 3).join(' · ')}
      </span>
    </div>
  )
}

const None = ({ children }: { readonly children: ReactNode }): JSX.Element => <div className="none">{children}</div>
