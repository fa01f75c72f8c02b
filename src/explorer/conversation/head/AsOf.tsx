import type { JSX } from 'react'
import { useQuery } from 'urql'
import { History } from 'lucide-react'
import { HeadMoves } from '../../documents/generated.ts'
import { NoteLine } from '../../parts/Notice.tsx'
import { clockOf, dayOf, when } from '../../parts/text.ts'

interface Props {
  readonly id: string
  readonly asOf: string
  readonly onChoose: (time: string | null) => void
  readonly onFork: (() => void) | null
}

/** Returns what goes back in time: a slider over the moves of the current end, and what that means. */
export function AsOf({ id, asOf, onChoose, onFork }: Props): JSX.Element {
  const [{ data }] = useQuery({ query: HeadMoves, variables: { id }, requestPolicy: 'network-only' })
  const moves = [...(data?.conversation?.headHistory.nodes ?? [])].reverse()
  const place = Math.max(
    moves.findLastIndex(({ at }) => at <= asOf),
    0,
  )
  const words = `${dayOf(asOf)}, ${clockOf(asOf)}`
  const [first] = moves
  return (
    <>
      <div className="asof">
        <span>
          As it stood on <b>{words}</b>
        </span>
        <input
          type="range"
          aria-label="Time travel"
          aria-valuetext={words}
          min={0}
          max={moves.length}
          value={place}
          onChange={({ target }) => onChoose(moves[Number(target.value)]?.at ?? null)}
        />
        <span className="axis" aria-hidden="true">
          <span>{first ? when(first.at) : ''}</span>
          <span>now</span>
        </span>
      </div>
      <div className="strip2">
        <NoteLine icon={<History className="i" />}>
          <span className="grow">You read it as it stood on {words}. Nothing can be changed here.</span>
          {onFork && (
            <button type="button" className="btn sm" onClick={onFork}>
              Fork from here
            </button>
          )}
          <button type="button" className="btn sm" onClick={() => onChoose(null)}>
            Back to now
          </button>
        </NoteLine>
      </div>
    </>
  )
}
