import { Download } from 'lucide-react'
import { useRef, useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { say } from '../actions/toasts.ts'
import { useAfterActions } from '../actions/useAfterActions.ts'
import { useAction } from '../actions/useAction.ts'
import { PriceTable, Viewer } from '../documents/generated.ts'
import { counted, grouped } from '../parts/text.ts'
import { NewPrice } from './NewPrice.tsx'
import { emptyPrice, plainPrice, priceNames, pricesIn, withPrice, type GivenPrice } from './priceTable.ts'

const heads = ['Input', 'Output', 'Cache read', 'Cache write']

/** Returns the table of what models cost, and the models that have no price, those of most answers first. */
export function PricesCard(): JSX.Element {
  const [{ data }, again] = useQuery({ query: PriceTable, requestPolicy: 'cache-and-network' })
  const [{ data: viewer }] = useQuery({ query: Viewer })
  const [edited, setEdited] = useState<GivenPrice | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const action = useAction()
  useAfterActions(() => again({ requestPolicy: 'network-only' }))
  // The cache adds its own members to what is read.
  const before: readonly GivenPrice[] = (data?.prices ?? []).map(plainPrice)
  const may = viewer?.viewer.principal.scopes.includes('ADMIN') === true
  const read = async (chosen: File | undefined): Promise<void> => {
    const result = chosen && pricesIn(await chosen.text())
    if (result) void action({ kind: 'setPrices', prices: result, before })
    else if (chosen)
      say({ text: `${chosen.name} is not a price table: it must be a list of prices.`, isFault: true, buttons: [] })
  }
  const unpriced = (data?.analytics.usageBy ?? [])
    .filter(({ totals }) => totals.unpricedAnswers > 0)
    .sort((a, b) => b.totals.unpricedAnswers - a.totals.unpricedAnswers)
  const unknown = data?.analytics.usage.unpricedAnswers ?? 0
  return (
    <section className="card fig" aria-labelledby="prices-title">
      <header>
        <h2 id="prices-title">Prices</h2>
        <span className="soft grow">US dollars for a million tokens · they estimate answers that state no cost</span>
        {may && (
          <button type="button" className="btn sm" onClick={() => file.current?.click()}>
            <Download className="i s" /> prices.json
          </button>
        )}
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          hidden
          onChange={({ target }) => {
            void read(target.files?.[0])
            target.value = ''
          }}
        />
      </header>
      {before.length + unpriced.length > 0 && (
        <div className="scrollx" tabIndex={0} role="region" aria-label="Table of prices">
          <table className="tbl wide">
            <thead>
              <tr>
                <th scope="col">Model</th>
                <th scope="col">From</th>
                {heads.map((head) => (
                  <th key={head} scope="col" className="r">
                    {head}
                  </th>
                ))}
                <th scope="col" className="r">
                  Unknown
                </th>
                {may && (
                  <th scope="col" className="r">
                    <span className="vh">Act</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {before.map((price) => (
                <tr key={`${price.model} ${price.from}`}>
                  <td className="mono whole" dir="auto">
                    {price.model}
                  </td>
                  <td>{price.from}</td>
                  {priceNames.map((name) => (
                    <td key={name} className="r">
                      {price[name] == null ? '–' : grouped((price[name] / price.per) * 1e6)}
                    </td>
                  ))}
                  <td className="r" />
                  {may && (
                    <td className="r">
                      <button
                        type="button"
                        className="btn sm"
                        aria-label={`Change ${price.model}, ${price.from}`}
                        onClick={() => setEdited(price)}
                      >
                        Change
                      </button>
                    </td>
                  )}
                </tr>
              ))}
              {unpriced.map(({ key, totals }) => (
                <tr key={`no price ${key}`}>
                  <td className="mono whole" dir="auto">
                    {key || 'no model named'}
                  </td>
                  <td colSpan={5} className="soft">
                    {key === '' ? '' : 'no price'}
                  </td>
                  <td className="r">{grouped(totals.unpricedAnswers)}</td>
                  {may && (
                    <td className="r">
                      {key !== '' && (
                        <button
                          type="button"
                          className="btn line sm"
                          aria-label={`Add a price for ${key}`}
                          onClick={() => setEdited(emptyPrice(key))}
                        >
                          Add a price
                        </button>
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="soft">
        {unknown > 0 && <span className="warn">{counted(unknown, 'answer')} without a price. </span>}
        An answer that states its cost keeps it; estimates are marked ≈ and never stored.
      </p>
      {edited && (
        <NewPrice
          price={edited}
          onClose={() => setEdited(null)}
          onAction={action}
          setting={(price) => ({ kind: 'setPrices', prices: withPrice(before, edited, price), before })}
        />
      )}
    </section>
  )
}
