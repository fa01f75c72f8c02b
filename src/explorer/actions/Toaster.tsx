import type { JSX } from 'react'
import { useObservable } from '../data/observable.ts'
import { dismiss, toasts } from './toasts.ts'

/** Returns what was done and what takes it back, said to screen readers too. */
export function Toaster(): JSX.Element {
  const all = useObservable(toasts)
  return (
    <div role="status" className="toasts">
      {all.map(({ id, text, isFault, buttons }) => (
        <div key={id} className="toast" data-fault={isFault}>
          <span>{text}</span>
          {buttons.map(({ label, onPress }) => (
            <button
              key={label}
              type="button"
              onClick={() => {
                dismiss(id)
                onPress()
              }}
            >
              {label}
            </button>
          ))}
          <button type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
