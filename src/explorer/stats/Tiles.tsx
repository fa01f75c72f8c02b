import type { JSX } from 'react'
import { Link } from 'wouter'
import type { StatisticsQuery } from '../documents/generated.ts'
import { counted, dollars, grouped, short } from '../parts/text.ts'

/** Returns the sums of all, one figure each. */
export function Tiles({ analytics }: { readonly analytics: StatisticsQuery['analytics'] }): JSX.Element {
  const { conversations, forks, messages, rewinds, replacedTurns, treeShape, usage } = analytics
  const failed = analytics.tools.reduce((sum, { errors }) => sum + errors, 0)
  const tokens = usage.inputTokens + usage.outputTokens + usage.cacheReadTokens
  return (
    <div className="tiles">
      <Tile name="Conversations" value={grouped(conversations)} small={counted(forks, 'fork')} />
      <Tile
        name="Messages"
        value={grouped(messages)}
        small={`${counted(rewinds, 'rewind')}, ${counted(replacedTurns, 'turn')} replaced`}
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
        small={`${short(usage.outputTokens)} out, ${short(usage.cacheReadTokens)} from a cache`}
      />
      <Tile
        name="Cost"
        value={usage.pricedAnswers > 0 ? dollars(usage.costUsd) : 'unknown'}
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
      {estimatedAnswers > 0 &&
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
}

function Tile({ name, value, small }: TileProps): JSX.Element {
  return (
    <section className="tile card" aria-label={name}>
      <h2>{name}</h2>
      <span className="big">{value}</span>
      <small>{small}</small>
    </section>
  )
}
