import { useEffect, useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { painted } from '../../data/painted.ts'
import { PathPrompts } from '../../documents/generated.ts'
import { showPrompt } from '../../tree/wantedPrompt.ts'
import { ticksOf } from './ticks.ts'

interface Props {
  readonly conversationId: string
  readonly at: string | null
  readonly asOf: string | null
  /** How many prompts the path has; another count is another path. */
  readonly total: number
  /** The prompt that is in sight. */
  readonly current: string | null
}

/** So long after the text is drawn the bar is read, in milliseconds. */
const laterMs = 400
/** As many prompts as the API gives at once. */
const most = 1_000

/** Returns a bar beside the text with a tick for each prompt, as high as its share of the turns; a click leads there. */
export function PromptTicks({ conversationId, at, asOf, total, current }: Props): JSX.Element | null {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    let isWanted = true
    // The text comes first, then what opens with it.
    void painted().then(() => {
      if (isWanted) timer = setTimeout(() => setPainted(true), laterMs)
    })
    return () => {
      isWanted = false
      if (timer) clearTimeout(timer)
    }
  }, [])
  const variables = { id: conversationId, at: at === null ? null : { observationId: at }, asOf }
  const [{ data }, again] = useQuery({ query: PathPrompts, variables, pause: !isPainted })
  const known = data?.conversation?.prompts.nodes
  const isOld = known !== undefined && known.length < Math.min(total, most)
  useEffect(() => {
    if (isOld) again({ requestPolicy: 'network-only' })
  }, [isOld, again])
  if (!known) return null
  return (
    <div className="ticks" aria-hidden="true">
      {ticksOf(known).map((tick) => (
        <i
          key={tick.id}
          style={{ flexGrow: tick.turns }}
          className={tick.failures > 0 ? 'x' : undefined}
          data-on={current !== null && tick.ids.has(current) ? '' : undefined}
          title={tick.words}
          onClick={() => showPrompt(tick.id)}
        />
      ))}
    </div>
  )
}
