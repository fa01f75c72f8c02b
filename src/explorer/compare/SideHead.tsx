import { ChevronDown, GitBranch } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import type { CompareQuery } from '../documents/generated.ts'
import { LazyMenu } from '../parts/LazyMenu.tsx'
import type { MenuItem } from '../parts/Menu.tsx'
import { dollars, grouped, short } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'
import { sectionsOf } from './pairs.ts'
import type { Side } from './sides.ts'

type Diff = NonNullable<CompareQuery['diff']>

interface Props {
  readonly side: Side
  readonly place: string
  readonly stats: Diff['baseStats']
  readonly own: Diff['baseOnly']
  readonly count: number
  /** The branches that can stand here instead. */
  readonly choices: readonly MenuItem[]
}

/** Returns what a side is called, and what it comes to. */
export function SideHead({ side, place, stats, own, count, choices }: Props): JSX.Element {
  const sections = sectionsOf(own)
  const sum = (of: (section: (typeof sections)[number]) => number): number =>
    sections.reduce((all, each) => all + of(each), 0)
  const [prompts, calls, failures] = [
    sum(({ prompt }) => (prompt ? 1 : 0)),
    sum((each) => each.calls),
    sum((each) => each.failures),
  ]
  const tokens = stats.inputTokens + stats.outputTokens
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
          <b>{grouped(prompts)}</b> {prompts === 1 ? 'prompt' : 'prompts'} of its own
        </span>
        <span>
          <b>{grouped(calls)}</b> {calls === 1 ? 'call' : 'calls'}
          {failures > 0 && (
            <>
              , <b className="bad">{failures}</b> failed
            </>
          )}
        </span>
        <span>
          <b>{grouped(count)}</b> of {grouped(stats.turns)} turns
        </span>
        {tokens > 0 && (
          <span>
            <b>{short(tokens)}</b> tokens
          </span>
        )}
        {stats.costUsd > 0 && <b>{dollars(stats.costUsd)}</b>}
      </p>
    </section>
  )
}
