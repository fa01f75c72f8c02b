import type { JSX, ReactNode } from 'react'
import { Fault } from './Fault.tsx'

interface Props {
  readonly onClose: () => void
  /** What the button says that ends the form; null where there is none, and the dialog can only be closed. */
  readonly submit?: ReactNode
  readonly isDisabled?: boolean
  /** Whether what it does is being sent, and why it was not done. */
  readonly isSending?: boolean
  readonly fault?: string | null
  /** What stands before them. */
  readonly children?: ReactNode
}

/** Returns the buttons below a dialog: Cancel and what it does, or Close. */
export function DialogButtons(props: Props): JSX.Element {
  const { onClose, submit = null, isDisabled = false, isSending = false, fault = null, children } = props
  return (
    <>
      <Fault fault={fault} />
      <div className="dacts">
        {children}
        <button type="button" className={submit === null ? 'btn line' : 'btn'} onClick={onClose}>
          {submit === null ? 'Close' : 'Cancel'}
        </button>
        {submit !== null && (
          <button type="submit" className="btn main" disabled={isDisabled || isSending}>
            {submit}
          </button>
        )}
      </div>
    </>
  )
}
