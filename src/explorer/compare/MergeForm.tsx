import { useState, type JSX } from 'react'
import type { Act } from '../act/act.ts'
import { gateOf } from './gate.ts'

interface Props {
  readonly into: string
  readonly from: string
  readonly head: string | null
  readonly onAct: (act: Act) => void
}

/** Returns what merges the target into the base: what was found out in it, or the evidence that a gate lets through. */
export function MergeForm({ into, from, head, onAct }: Props): JSX.Element {
  const [strategy, setStrategy] = useState<'INSIGHTS' | 'EVIDENCE'>('INSIGHTS')
  const [judge, setJudge] = useState('')
  const [reviewer, setReviewer] = useState('')
  const gate = strategy === 'EVIDENCE' ? gateOf(judge) : null
  const isReady = strategy === 'INSIGHTS' || gate !== null
  return (
    <details>
      <summary>Merge the target into the base</summary>
      <form
        className="editor"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onAct({ kind: 'merge', into, from, strategy, gate, reviewer: reviewer.trim(), head })
        }}
      >
        <label>
          Take{' '}
          <select
            value={strategy}
            onChange={({ target }) => setStrategy(target.value === 'EVIDENCE' ? 'EVIDENCE' : 'INSIGHTS')}
          >
            <option value="INSIGHTS">the insights</option>
            <option value="EVIDENCE">the evidence</option>
          </select>
        </label>
        {strategy === 'EVIDENCE' && (
          <label>
            judged by{' '}
            <input
              value={judge}
              placeholder="a JSON Schema, or the name of a gate"
              onChange={({ target }) => setJudge(target.value)}
            />
          </label>
        )}
        <label>
          Reviewer <input value={reviewer} onChange={({ target }) => setReviewer(target.value)} />
        </label>
        <button type="submit" disabled={!isReady}>
          Merge
        </button>
      </form>
    </details>
  )
}
