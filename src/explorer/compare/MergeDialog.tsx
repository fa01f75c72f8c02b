import { useState, type JSX } from 'react'
import type { Perform } from '../actions/sending.ts'
import { useSending } from '../actions/useSending.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { DialogButtons } from '../parts/DialogButtons.tsx'
import { gateOf } from './gate.ts'

interface Props {
  readonly into: {
    readonly id: string
    readonly title: string
    readonly head?: { readonly id: string } | null | undefined
  }
  readonly from: { readonly id: string; readonly title: string }
  readonly onAction: Perform
  readonly onClose: () => void
}

type Strategy = 'INSIGHTS' | 'EVIDENCE'
const strategies: readonly (readonly [Strategy, string, string])[] = [
  ['INSIGHTS', 'The insights', 'what was marked as found out in it'],
  ['EVIDENCE', 'The evidence', 'the turns that a gate lets through'],
]

/** Returns the dialog that brings what was found out in the right conversation into the left one. */
export default function MergeDialog({ into, from, onAction, onClose }: Props): JSX.Element {
  const [strategy, setStrategy] = useState<Strategy>('INSIGHTS')
  const [judge, setJudge] = useState('')
  const [reviewer, setReviewer] = useState('')
  const { send, isSending, fault } = useSending(onAction, JSON.stringify([strategy, judge, reviewer]))
  const gate = strategy === 'EVIDENCE' ? gateOf(judge) : null
  const isReady = strategy === 'INSIGHTS' || gate !== null
  const hint = `“${from.title || 'Untitled'}” into “${into.title || 'Untitled'}”. Both stay, and Undo takes it back.`
  return (
    <Dialog title="Merge" hint={hint} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return
          const head = into.head?.id ?? null
          const merge = { into: into.id, from: from.id, strategy, gate, reviewer: reviewer.trim(), head }
          send({ kind: 'merge', ...merge }, onClose)
        }}
      >
        <fieldset className="opts">
          <legend className="vh">What is taken</legend>
          {strategies.map(([value, name, words]) => (
            <label key={value} className="opt">
              <input type="radio" name="strategy" checked={value === strategy} onChange={() => setStrategy(value)} />
              <span>
                {name}
                <small>{words}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {strategy === 'EVIDENCE' && (
          <>
            <label htmlFor="judge">Judged by</label>
            <input
              id="judge"
              className="field"
              value={judge}
              placeholder="a JSON Schema, or the name of a gate"
              onChange={({ target }) => setJudge(target.value)}
            />
          </>
        )}
        <label htmlFor="reviewer">Reviewer</label>
        <input id="reviewer" className="field" value={reviewer} onChange={({ target }) => setReviewer(target.value)} />
        <DialogButtons {...{ onClose, isSending, fault }} submit="Merge" isDisabled={!isReady} />
      </form>
    </Dialog>
  )
}
