import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { HeadMoves } from '../documents/generated.ts'

interface Props {
  readonly id: string
  readonly asOf: string | null
  readonly onChoose: (time: string | null) => void
}

/** Returns what goes back in time: a slider over the moves of the head. */
export function AsOf({ id, asOf, onChoose }: Props): JSX.Element {
  const [isOpen, setOpen] = useState(asOf !== null)
  const [{ data }] = useQuery({ query: HeadMoves, variables: { id }, pause: !isOpen, requestPolicy: 'network-only' })
  const moves = [...(data?.conversation?.headHistory.nodes ?? [])].reverse()
  const found = asOf === null ? -1 : moves.findLastIndex(({ at }) => at <= asOf)
  const place = asOf === null ? moves.length : Math.max(found, 0)
  const chosen = moves[place]
  return (
    <details className="as-of" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>As of: {asOf === null ? 'now' : asOf.slice(0, 19).replace('T', ' ')}</summary>
      <input
        type="range"
        aria-label="As of"
        aria-valuetext={chosen ? `${chosen.kind} ${chosen.at}` : 'now'}
        min={0}
        max={moves.length}
        value={place}
        onChange={({ target }) => onChoose(moves[Number(target.value)]?.at ?? null)}
      />{' '}
      <span className="soft">{chosen ? chosen.kind : 'now'}</span>
    </details>
  )
}
