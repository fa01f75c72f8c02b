import type { JSX, ReactNode } from 'react'

interface Props {
  readonly onClose: () => void
  /** What the button says that ends the form; null where there is none, and the dialog can only be closed. */
  readonly submit?: ReactNode
  readonly isDisabled?: boolean
  /** What stands before them. */
  readonly children?: ReactNode
}

/** Returns the buttons below a dialog: Cancel and what it does, or Close. */
export function DialogButtons({ onClose, submit = null, isDisabled = false, children }: Props): JSX.Element {
  return (
    <div className="dacts">
      {children}
      <button type="button" className={submit === null ? 'btn line' : 'btn'} onClick={onClose}>
        {submit === null ? 'Close' : 'Cancel'}
      </button>
      {submit !== null && (
        <button type="submit" className="btn main" disabled={isDisabled}>
          {submit}
        </button>
      )}
    </div>
  )
}
