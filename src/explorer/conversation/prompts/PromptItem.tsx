import { CornerDownRight, Flag } from 'lucide-react'
import { memo, type JSX } from 'react'
import { Link } from 'wouter'
import { useIsReadOnly } from '../../data/rights.ts'
import { branchStyle } from '../../parts/Tag.tsx'
import { counted, dayOf } from '../../parts/text.ts'
import { paths } from '../../urls/urls.ts'
import { Turn } from '../entries/Turn.tsx'
import { MarkerBand } from '../turns/MarkerBand.tsx'
import type { Around } from '../turns/TurnFrame.tsx'
import { Loop } from './Loop.tsx'
import { OtherTurns } from './OtherTurns.tsx'
import { PromptTurn } from './PromptTurn.tsx'
import type { Prompt } from './usePrompts.ts'

interface Props {
  readonly around: Around
  readonly prompt: Prompt
  readonly before: Prompt | null
  readonly colour: number
  /** How many prompts there are, where it says so; null: it does not. */
  readonly of: number | null
  /** Whether it is the only one: then its loop is open. */
  readonly isAlone: boolean
  readonly isLast: boolean
  readonly source: { readonly id: string; readonly title: string } | null
}

const noPairs = { results: new Map(), names: new Map() } as const

/** Returns a prompt, what it set off in one row, what else was said, and its answer. */
export const PromptItem = memo(function PromptItem(props: Props): JSX.Element {
  const { around, prompt, before, colour, of, isAlone, isLast, source } = props
  const isReadOnly = useIsReadOnly()
  const { loop, answer, markers, checkpoints } = prompt
  const isFirstOwn = source !== null && !prompt.inherited && before?.inherited === true
  const day = dayOf(loop.startedAt)
  const isNewDay = around.isDated && before !== null && dayOf(before.loop.startedAt) !== day
  return (
    <section className="prompt" data-prompt={prompt.id} style={branchStyle(colour)} aria-label={labelOf(prompt)}>
      {isFirstOwn && <ForkPoint source={source} />}
      {isNewDay && <p className="daysep">{day}</p>}
      {prompt.observation && <PromptTurn {...{ around, prompt, of, isLast }} isFirst={before === null} />}
      {checkpoints.map(({ id, details }) => (
        <p key={id} className="turn tight">
          <span className="chip good">
            <Flag className="i s" />
            <span dir="auto">{nameOf(details)}</span>
          </span>
        </p>
      ))}
      <OtherTurns around={around} prompt={prompt} />
      {loop.calls > 0 && (
        <Loop conversationId={around.conversationId} prompt={prompt} isOpenFirst={isAlone || loop.running != null} />
      )}
      {markers.map((marker) => (
        <div key={marker.id} className="turn tight">
          <MarkerBand
            conversationId={around.conversationId}
            marker={marker}
            onCancel={isReadOnly ? null : cancelOf(around, marker.id, marker.kind)}
          />
        </div>
      ))}
      {answer && !isRemark(prompt) && (
        <Turn around={around} entry={answer} pairs={noPairs} total={0} isLast={isLast} isWordsOnly />
      )}
      {isLast && prompt.inherited && source !== null && <ForkPoint source={source} />}
    </section>
  )
})

/** Whether the last words were said before a call, beside which they stand: then there is no answer yet. */
const isRemark = ({ answer, loop }: Prompt): boolean =>
  loop.calls > 0 && answer?.content.some(({ __typename }) => __typename === 'ToolCallBlock') === true

function labelOf({ number, kind }: Prompt): string {
  return kind === 'START' || number === 0 ? 'Before the first prompt' : `Prompt ${number}`
}

function ForkPoint({ source }: { readonly source: { readonly id: string; readonly title: string } }): JSX.Element {
  return (
    <p className="branchnote">
      <CornerDownRight className="i s" />
      <span>
        From{' '}
        <Link className="link" href={paths.conversation(source.id)} dir="auto">
          {source.title || 'Untitled'}
        </Link>{' '}
        up to here
      </span>
    </p>
  )
}

function cancelOf({ conversationId, headId, isPast, onAction }: Around, markerId: string, kind: string) {
  const isMarker = kind === 'COMPACTION' || kind === 'DROP'
  if (isPast || headId === undefined || !isMarker) return null
  return (): void => void onAction({ kind: 'cancel', conversationId, markerId, head: headId })
}

function nameOf(details: unknown): string {
  const name = typeof details === 'object' && details !== null && 'name' in details ? details.name : null
  return typeof name === 'string' ? name : counted(1, 'checkpoint')
}
