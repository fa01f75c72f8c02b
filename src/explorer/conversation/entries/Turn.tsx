import { memo, type JSX } from 'react'
import { ErasedLine } from '../../parts/ErasedLine.tsx'
import { Time } from '../../parts/Time.tsx'
import { dollars, short } from '../../parts/text.ts'
import { Blocks } from '../blocks/Blocks.tsx'
import { factsOfEntry } from '../turns/turnFacts.ts'
import { TurnFrame, type Around } from '../turns/TurnFrame.tsx'
import type { Entry } from './entry.ts'
import { Marker } from './Marker.tsx'
import type { Pairs } from './pairs.ts'
import { nameOf, whoOf } from './turnName.ts'

interface Props {
  readonly around: Around
  readonly entry: Entry
  readonly pairs: Pairs
  readonly total: number
  readonly isLast?: boolean
  /** Whether calls stand elsewhere: with what was said alone, then. */
  readonly isWordsOnly?: boolean
}

/** Returns one place of a path: a turn, a summary or a note. */
export const Turn = memo(function Turn({ around, entry, pairs, total, isLast, isWordsOnly }: Props): JSX.Element {
  const { observation, role, versions, position } = entry
  return (
    <TurnFrame
      around={around}
      name={nameOf(entry)}
      facts={factsOfEntry(entry)}
      who={whoOf(entry)}
      versions={versions}
      hasActions={!entry.synthetic}
      isLast={isLast ?? false}
      attributes={total === 0 ? {} : { 'aria-posinset': position, 'aria-setsize': total }}
      meta={
        <>
          {observation.model != null && (
            <>
              <span dir="auto">{observation.model}</span>
              {around.isDated && <span>·</span>}
            </>
          )}
          {around.isDated && <Time at={observation.observedAt} isClock />}
          {isStopped(entry) && <span className="chip">Stopped</span>}
          {entry.synthetic && <span title="Made up, so that a model takes the context">made up</span>}
          <Usage entry={entry} />
        </>
      }
    >
      <div className="say">
        {entry.erased ? (
          <ErasedLine erasure={observation.erasure} />
        ) : role === null ? (
          <Marker conversationId={around.conversationId} entry={entry} />
        ) : entry.deleted && entry.content.length === 0 ? (
          <p className="soft">This turn is deleted.</p>
        ) : (
          <Blocks
            content={isWordsOnly === true ? entry.content.filter(isWord) : entry.content}
            pairs={pairs}
            isTool={role === 'TOOL'}
          />
        )}
      </div>
    </TurnFrame>
  )
})

/** Whether a person ended it before the model had. */
const isStopped = ({ observation: { metadata } }: Entry): boolean =>
  typeof metadata === 'object' && metadata !== null && 'stopped' in metadata && metadata.stopped === true

const isWord = ({ __typename }: Entry['content'][number]): boolean =>
  __typename !== 'ToolCallBlock' && __typename !== 'ToolResultBlock'

function Usage({ entry: { observation } }: { readonly entry: Entry }): JSX.Element | null {
  const { usage, estimatedCostUsd } = observation
  if (!usage) return null
  const tokens = (usage.inputTokens ?? 0) + (usage.cacheReadTokens ?? 0) + (usage.outputTokens ?? 0)
  const parts = [
    ...(usage.inputTokens == null ? [] : [`${short(usage.inputTokens + (usage.cacheReadTokens ?? 0))} in`]),
    ...(usage.outputTokens == null ? [] : [`${short(usage.outputTokens)} out`]),
    ...(usage.costUsd == null ? [] : [dollars(usage.costUsd)]),
    ...(estimatedCostUsd == null ? [] : [`≈ ${dollars(estimatedCostUsd)}`]),
  ]
  if (parts.length === 0) return null
  return (
    <span className="usage n" title={`${tokens} tokens`}>
      {parts.join(' · ')}
    </span>
  )
}
