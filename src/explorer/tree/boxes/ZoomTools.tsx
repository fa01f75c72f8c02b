import { Minus, Plus } from 'lucide-react'
import type { JSX } from 'react'

interface Props {
  readonly percent: number
  readonly onZoom: (by: number) => void
  readonly onWhole: () => void
}

/** Returns what brings the map nearer, takes it farther, and shows all of it. */
export function ZoomTools({ percent, onZoom, onWhole }: Props): JSX.Element {
  return (
    <span className="zoom">
      <button
        type="button"
        className="btn ic sm"
        aria-label="Zoom out"
        title="Zoom out"
        onClick={() => onZoom(1 / 1.5)}
      >
        <Minus className="i" />
      </button>
      <span className="n soft percent">{percent} %</span>
      <button type="button" className="btn ic sm" aria-label="Zoom in" title="Zoom in" onClick={() => onZoom(1.5)}>
        <Plus className="i" />
      </button>
      <button type="button" className="btn sm" onClick={onWhole}>
        Whole tree
      </button>
    </span>
  )
}
