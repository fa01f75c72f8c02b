import type { JSX, ReactNode, RefObject } from 'react'
import type { Window } from '../../data/window.ts'
import type { Around } from '../turns/TurnFrame.tsx'
import { VirtualFeed } from '../VirtualFeed.tsx'
import { heightOf } from './heightOf.ts'
import { PromptItem } from './PromptItem.tsx'
import { PromptTicks } from './PromptTicks.tsx'
import type { Prompt } from './usePrompts.ts'

interface Props {
  readonly around: Around
  readonly window: Window<Prompt>
  readonly path: string
  readonly isVersion: RefObject<boolean>
  readonly onOlder: () => void
  readonly colourOf: (branchId: string) => number
  /** What stands above the first prompt. */
  readonly beginning: ReactNode
  /** The conversation that this one was forked from. */
  readonly source: { readonly id: string; readonly title: string } | null
  readonly tail: ReactNode
  readonly at: string | null
  readonly asOf: string | null
}

/** A path of fewer prompts is seen at a glance. */
const fewest = 4

/** Returns a conversation prompt by prompt, each with what it set off folded into it; it begins at its end. */
export function PromptFeed(props: Props): JSX.Element {
  const { around, window, path, isVersion, onOlder, colourOf, beginning, source, tail, at: place, asOf } = props
  const { items, older, total } = window
  const { conversationId } = around
  const all = total ?? items.length
  const last = items.at(-1)?.number ?? 0
  return (
    <VirtualFeed
      items={items}
      keyOf={({ id }) => id}
      estimate={heightOf}
      word="prompt"
      {...{ older, path, isVersion, onOlder, tail }}
      beside={(current) =>
        all >= fewest && <PromptTicks key={path} {...{ conversationId, current, asOf }} at={place} total={all} />
      }
      draw={(prompt, at) => (
        <>
          {at === 0 && !older && beginning}
          <PromptItem
            around={around}
            prompt={prompt}
            before={items[at - 1] ?? null}
            colour={colourOf(prompt.branch.id)}
            of={all >= fewest ? last : null}
            isAlone={total === 1 || (total === 2 && items[0]?.number === 0)}
            isLast={at === items.length - 1}
            source={source}
          />
        </>
      )}
    />
  )
}
