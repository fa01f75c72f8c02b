import type { JSX } from 'react'
import { Tag } from '../../parts/Tag.tsx'
import type { Branch } from '../head/branches.ts'

interface Props {
  readonly headId: string | null
  /** The place that is read, where it is not the current end. */
  readonly at: string | null
  /** The turn that is there, as far as that is known. */
  readonly turn: number | null
  readonly read: Branch | null
  readonly colour: number
}

/** Returns from where the next turn goes on; null where nothing was said yet. */
export function GoesOn({ at, turn, read, colour, headId }: Props): JSX.Element | null {
  if (headId === null) return null
  if (at !== null)
    return (
      <span className="goes soft">
        goes on from {turn === null ? 'the place you read' : `turn ${turn}`}, as a new branch
      </span>
    )
  if (!read) return null
  return (
    <span className="goes soft">
      goes on from <Tag name={read.name} colour={colour} />
    </span>
  )
}
