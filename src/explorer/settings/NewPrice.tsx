import { useState, type JSX } from 'react'
import type { Action } from '../actions/action.ts'
import type { Perform } from '../actions/sending.ts'
import { useSending } from '../actions/useSending.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { DialogButtons } from '../parts/DialogButtons.tsx'
import { priceNames, type GivenPrice } from './priceTable.ts'
import { own } from '../../runtime/own.ts'

interface Props {
  readonly price: GivenPrice
  readonly onClose: () => void
  readonly onAction: Perform
  /** Returns what sets the price; null: what takes it away. */
  readonly setting: (price: GivenPrice | null) => Action
}

const words = { input: 'Input', output: 'Output', cacheRead: 'Cache read', cacheWrite: 'Cache write' } as const

/** Returns the dialog in which a model gets a price. */
export function NewPrice({ price, onClose, onAction, setting }: Props): JSX.Element {
  const [model, setModel] = useState(price.model)
  const [from, setFrom] = useState(price.from || '2020-01-01')
  const [costs, setCosts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      priceNames.map((name) => [name, price[name] == null ? '' : String((price[name] / price.per) * 1e6)]),
    ),
  )
  const costOf = (name: string): number | null => {
    const text = own(costs, name)?.trim()
    return text ? Number(text) : null
  }
  const { send, isSending, fault } = useSending(onAction, JSON.stringify([model, from, costs]))
  const isKnown = price.from !== ''
  return (
    <Dialog
      title={isKnown ? 'Change a price' : 'Add a price'}
      hint="US dollars for a million tokens. What is left empty is not known; * at the end of the name stands for anything."
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const input = Object.fromEntries(priceNames.map((name) => [name, costOf(name)]))
          send(setting({ ...input, model: model.trim(), from, per: 1_000_000, currency: 'USD' }), onClose)
        }}
      >
        <label htmlFor="price-model">Model</label>
        <input
          id="price-model"
          className="field"
          required
          maxLength={200}
          value={model}
          onChange={({ target }) => setModel(target.value)}
        />
        <label htmlFor="price-from">From this day on</label>
        <input
          id="price-from"
          className="field"
          type="date"
          required
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <div className="pricegrid">
          {priceNames.map((name) => (
            <label key={name}>
              {words[name]}
              <input
                className="field"
                type="number"
                min="0"
                step="any"
                inputMode="decimal"
                value={costs[name] ?? ''}
                onChange={({ target }) => setCosts({ ...costs, [name]: target.value })}
              />
            </label>
          ))}
        </div>
        <DialogButtons {...{ onClose, isSending, fault }} submit="Save">
          {isKnown && (
            <button
              type="button"
              className="btn danger"
              disabled={isSending}
              onClick={() => send(setting(null), onClose)}
            >
              Remove
            </button>
          )}
        </DialogButtons>
      </form>
    </Dialog>
  )
}
