import { useState, type JSX } from 'react'
import type { ErasedAmountFragment, EraseInput, EraseReason } from '../documents/generated.ts'
import { Loading } from '../parts/Notice.tsx'
import { Amounts, Left } from './Amounts.tsx'
import { eraseAsked, type EraseAsked } from './asked.ts'
import { useDryRun, type DryRun } from './useDryRun.ts'
import { beyond, reasons } from './words.ts'

/** What was chosen: what is asked for, but for the key. */
export type ChosenErasure = Omit<EraseInput, 'idempotencyKey' | 'dryRun'>

interface Props {
  readonly asked: EraseAsked
  readonly isBusy: boolean
  readonly fault: string | null
  readonly onErase: (input: ChosenErasure) => void
}

/** What must be typed. */
const word = 'erase'

/** Returns what would go and what is to be said of it, with what confirms it. */
export function EraseForm({ asked, isBusy, fault, onErase }: Props): JSX.Element {
  const [isAlone, setAlone] = useState(false)
  const [includeDerived, setDerived] = useState(true)
  const [reason, setReason] = useState<EraseReason | ''>(asked.reason ?? '')
  const [note, setNote] = useState('')
  const [typed, setTyped] = useState('')
  const targets = isAlone && asked.alone ? asked.alone : asked.targets
  const run = useDryRun({ ...targets, includeDerived, reason: 'OTHER' })
  const isReady = run !== null && 'affected' in run && run.affected != null && !isNothing(run.affected)
  const isTyped = typed.trim().toLowerCase() === word
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady || !isTyped || reason === '' || isBusy) return
        onErase({ ...targets, includeDerived, reason, ...(note.trim() !== '' && { note: note.trim() }) })
      }}
    >
      {asked.alone && <Which isAlone={isAlone} onChoose={setAlone} />}
      <Coming run={run} />
      <label className="opt">
        <input type="checkbox" checked={includeDerived} onChange={({ target }) => setDerived(target.checked)} />
        <span>
          Summaries made of it, too
          <small>They may repeat what it says.</small>
        </span>
      </label>
      <label htmlFor="erase-reason">Reason</label>
      <select
        id="erase-reason"
        className="field"
        required
        value={reason}
        onChange={({ target }) => setReason(target.value as EraseReason | '')}
      >
        <option value="" disabled>
          Choose one
        </option>
        {Object.entries(reasons).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <label htmlFor="erase-note">Note</label>
      <input
        id="erase-note"
        className="field"
        maxLength={2_000}
        value={note}
        placeholder="Kept beside the receipt, no part of it"
        onChange={({ target }) => setNote(target.value)}
      />
      <label htmlFor="erase-word">Type “{word}” to confirm</label>
      <input
        id="erase-word"
        className="field"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <div className="dacts">
        <button type="button" className="btn" onClick={() => eraseAsked.set(null)}>
          Cancel
        </button>
        <button type="submit" className="btn danger line" disabled={!isReady || !isTyped || reason === '' || isBusy}>
          {isBusy ? 'Erasing …' : 'Erase for good'}
        </button>
      </div>
    </form>
  )
}

function Which({
  isAlone,
  onChoose,
}: {
  readonly isAlone: boolean
  readonly onChoose: (isAlone: boolean) => void
}): JSX.Element {
  const choices = [
    [false, 'The turn', 'with all its versions and corrections'],
    [true, 'This version alone', 'the others stay'],
  ] as const
  return (
    <fieldset className="opts">
      <legend className="vh">What to erase</legend>
      {choices.map(([value, name, hint]) => (
        <label key={name} className="opt">
          <input type="radio" name="which" checked={isAlone === value} onChange={() => onChoose(value)} />
          <span>
            {name}
            <small>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** A file or an entity may be erased without any entry. */
const isNothing = ({ observations, attachments, entities }: ErasedAmountFragment): boolean =>
  observations + attachments + entities === 0

/** What would go, and what would be left. */
function Coming({ run }: { readonly run: DryRun | null }): JSX.Element {
  return (
    <div className="coming" aria-live="polite" aria-busy={run === null}>
      {run === null ? <Loading rows={3} what="Looking what would go …" /> : <Found run={run} />}
    </div>
  )
}

function Found({ run }: { readonly run: DryRun }): JSX.Element {
  if ('fault' in run) return <p className="fault">{run.fault}</p>
  const [refusal] = run.userErrors
  if (refusal || !run.affected) return <p className="fault">{refusal?.message ?? 'It was refused.'}</p>
  if (isNothing(run.affected)) return <p className="soft">All of it is erased already.</p>
  return (
    <>
      <h3>What goes</h3>
      <Amounts scope={run.affected} />
      <h3>What is left all the same</h3>
      <Left residue={run.residue} more={beyond(run.warnings)} />
    </>
  )
}
