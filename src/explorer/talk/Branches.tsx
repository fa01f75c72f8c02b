import type { JSX } from 'react'
import { useClient } from 'urql'
import { leafBeside } from './leafBeside.ts'

interface Props {
  readonly id: string
  /** The place that is shown. */
  readonly at: string | null
  readonly onShow: (observationId: string) => void
}

/** Returns the buttons that lead from one branch to the next: by their leaves, the newest first. */
export function Branches({ id, at, onShow }: Props): JSX.Element {
  const client = useClient()
  const go = async (step: 1 | -1): Promise<void> => {
    const leaf = await leafBeside(client, id, at, step)
    if (leaf !== null) onShow(leaf)
  }
  return (
    <span className="versions">
      <button
        type="button"
        data-key="["
        aria-label="Previous branch"
        title="Previous branch"
        onClick={() => void go(-1)}
      >
        «
      </button>
      branches
      <button type="button" data-key="]" aria-label="Next branch" title="Next branch" onClick={() => void go(1)}>
        »
      </button>
    </span>
  )
}
