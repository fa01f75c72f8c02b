import { ChevronDown, GitBranch } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import type { CompareQuery } from '../documents/generated.ts'
import { LazyMenu } from '../parts/LazyMenu.tsx'
import type { MenuItem } from '../parts/Menu.tsx'
import { shortCost } from '../parts/cost.ts'
import { duration, grouped, short } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'
import type { Side } from './sides.ts'

type Diff = NonNullable<CompareQuery['diff']>

interface Props {
  readonly side: Side
  readonly place: string
  /** What it has behind what both have. */
  readonly stats: Diff['baseOnlyStats']
  /** The branches that can stand here instead. */
  readonly choices: readonly MenuItem[]
}

/** A shorter time says nothing, in milliseconds. */
const leastTime = 1_000

/** Returns what a side is called, and what it has alone. */
export function SideHead({ side, place, stats, choices }: Props): JSX.Element {
  const { prompts, toolCalls: calls, failures, activeMs, usage } = stats
  const tokens = usage.inputTokens + usage.outputTokens + usage.cacheReadTokens
  const cost = shortCost(usage)
  const href = paths.conversation(side.conversationId ?? place, side.at)
  return (
    <section className={`sidehead ${side.isCurrent ? 'current' : 'other'}`} aria-label={side.name}>
      <h2 className="t">
        <GitBranch className="i s" />
        {choices.length > 1 ? (
          <LazyMenu
            trigger={
              <button type="button" className="btn sm sidepick" dir="auto">
                <span className="cut">{side.name}</span>
                <ChevronDown className="i s" />
              </button>
            }
            groups={() => [choices]}
          />
        ) : (
          <span className="cut" dir="auto">
            {side.name}
          </span>
        )}
        {side.isCurrent && <span className="chip here">current end</span>}
        <span className="grow" />
        <Link className="link" href={href} aria-label={`Open ${side.name}`}>
          Open
        </Link>
      </h2>
      <p className="facts">
        <span>
          <b>{grouped(prompts)}</b> {prompts === 1 ? 'prompt' : 'prompts'}
        </span>
        <span>
          <b>{grouped(calls)}</b> {calls === 1 ? 'call' : 'calls'}
          {failures > 0 && (
            <>
              , <b className="bad">{failures}</b> failed
            </>
          )}
        </span>
        {tokens > 0 && (
          <span>
            <b>{short(tokens)}</b> tokens
          </span>
        )}
        {cost !== '' && (
          <b className={cost === 'unknown' ? 'warn' : undefined}>{cost === 'unknown' ? 'cost unknown' : cost}</b>
        )}
        {activeMs >= leastTime && <b>{duration(activeMs)}</b>}
      </p>
    </section>
  )
}
