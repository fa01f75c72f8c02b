import type { JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { PromptCount, type AnalyticsFilter, type StatisticsQuery } from '../documents/generated.ts'
import { counted, dollars, grouped, short } from '../parts/text.ts'

interface Props {
  readonly analytics: StatisticsQuery['analytics']
  readonly filter: AnalyticsFilter
}

/** Returns the sums of all, one figure each. */
export function Tiles({ analytics, filter }: Props): JSX.Element {
  // Read apart: prompts are counted conversation by conversation, which of very many takes a while.
  const [{ data, error }] = useQuery({ query: PromptCount, variables: { filter } })
  const prompts = data?.analytics.treeShape.prompts ?? null
  const { conversations, forks, messages, observations, treeShape, usage } = analytics
  const failed = analytics.tools.reduce((sum, { errors }) => sum + errors, 0)
  const tokens = usage.inputTokens + usage.outputTokens + usage.cacheReadTokens
  return (
    <div className="tiles">
      <Tile
        name="Conversations"
        value={grouped(conversations)}
        small={`${counted(forks, 'fork')} · ${counted(treeShape.branchPoints, 'branching')}`}
      />
      <Tile
        name="Prompts"
        value={prompts !== null ? grouped(prompts) : error ? 'not counted' : '…'}
        small={`${counted(messages, 'message')} of ${counted(observations, 'entry', 'entries')}`}
        line={analytics.messagesPerDay.map((day) => day.messages)}
      />
      <Tile
        name="Tool calls"
        value={grouped(treeShape.toolCalls)}
        small={
          failed > 0 ? (
            <>
              <span className="bad">{grouped(failed)} failed</span>
              {treeShape.toolCalls > 0 && ` · ${((100 * failed) / treeShape.toolCalls).toFixed(1)}\u202f%`}
            </>
          ) : (
            'none failed'
          )
        }
      />
      <Tile
        name="Tokens"
        value={short(tokens)}
        small={`${short(usage.cacheReadTokens)} from a cache · ${short(usage.outputTokens)} out`}
        line={tokensADay(analytics.byDayAndModel)}
      />
      <Tile
        name="Cost"
        value={usage.costUsd === null ? 'unknown' : dollars(usage.costUsd)}
        small={<CostNote usage={usage} />}
      />
    </div>
  )
}

/** How much of the figure above is stated, and what is estimated or unknown beside it. */
function CostNote({ usage }: { readonly usage: StatisticsQuery['analytics']['usage'] }): JSX.Element {
  const { pricedAnswers, estimatedAnswers, estimatedCostUsd, unpricedAnswers } = usage
  return (
    <>
      <Meter part={pricedAnswers} whole={usage.answers} />
      {pricedAnswers > 0 ? `stated for ${counted(pricedAnswers, 'answer')}` : 'no answer states one'}
      {estimatedCostUsd !== null &&
        ` · about ${dollars(estimatedCostUsd)}${pricedAnswers > 0 ? ' more' : ''} by your prices for ${grouped(estimatedAnswers)}`}
      {unpricedAnswers > 0 && (
        <>
          {' · '}
          <Link className="link" href="/settings">
            {grouped(unpricedAnswers)} without a price
          </Link>
        </>
      )}
    </>
  )
}

/** How much of all answers states a cost; the rest is hatched, as it is not zero. */
function Meter({ part, whole }: { readonly part: number; readonly whole: number }): JSX.Element | null {
  if (whole === 0) return null
  return (
    <span className="meter" role="img" aria-label={`${grouped(part)} of ${counted(whole, 'answer')} state a cost`}>
      <i style={{ width: `${(100 * part) / whole}%` }} />
    </span>
  )
}

interface TileProps {
  readonly name: string
  readonly value: string
  readonly small: string | JSX.Element
  /** Over the days; a figure below says the same in full. */
  readonly line?: readonly number[]
}

function Tile({ name, value, small, line = [] }: TileProps): JSX.Element {
  return (
    <section className="tile card" aria-label={name}>
      <h2>{name}</h2>
      <span className="big">{value}</span>
      <small>{small}</small>
      {line.length > 1 && <Line values={line} />}
    </section>
  )
}

function tokensADay(cells: StatisticsQuery['analytics']['byDayAndModel']): readonly number[] {
  const days = new Map<string, number>()
  for (const { keys, totals } of cells) {
    const day = keys[0] ?? ''
    days.set(day, (days.get(day) ?? 0) + totals.inputTokens + totals.outputTokens + totals.cacheReadTokens)
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tokens]) => tokens)
}

/** The most points that a reader can distinguish in a tile. */
const mostPoints = 60

function Line({ values }: { readonly values: readonly number[] }): JSX.Element {
  const shown = values.slice(-mostPoints)
  const most = Math.max(...shown, 1)
  const points = shown.map((value, at) => `${1 + (70 * at) / (shown.length - 1)},${26 - 22 * (value / most)}`)
  return (
    <svg viewBox="0 0 72 28" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M1,28L${points.join('L')}L71,28Z`} className="under" />
      <path d={`M${points.join('L')}`} className="line" />
    </svg>
  )
}
