import type { Json } from '../../domain/model.ts'
import { badInput, eachItem, ofItem } from '../../domain/refusals.ts'
import { pricesMark, type Price } from '../../domain/usage/prices.ts'
import { noRecords } from '../../domain/changes.ts'
import type { Scope } from '../scope.ts'
import { newEvent } from '../write/draft/additions.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { command, found } from '../write/command.ts'
import { own } from '../../runtime/own.ts'

/** A price as it is given: what is left out of the token prices is not known. */
export interface PriceInput {
  readonly model: string
  readonly from: string
  readonly input?: number | null
  readonly output?: number | null
  readonly cacheRead?: number | null
  readonly cacheWrite?: number | null
  readonly per?: number | null
  readonly currency?: string | null
}

export interface SetPrices {
  readonly prices: readonly PriceInput[]
  readonly idempotencyKey?: string | null
}

export interface PricesResult {
  readonly prices: readonly Price[]
  readonly replayed: boolean
}

const mostPrices = 1_000
const longestName = 200
const mostCost = 1e9
/** Of a value that is refused. */
const longestValue = 100

/** Replaces the tenant's price table. The ledger keeps each table that there was. */
export async function setPrices(scope: Scope, input: SetPrices): Promise<PricesResult> {
  const prices = checkPrices(input.prices)
  const value = prices as unknown as Json
  return command(scope, input, {
    operation: 'setPrices',
    decide: async (commandScope) => {
      await commitRecords(
        commandScope,
        () => {
          const event = newEvent(scope, 'UPDATE', null, { details: { prices: value } })
          const changes = { ...changesOfRecords(event, noRecords), importMarks: [{ name: pricesMark, value }] }
          return Promise.resolve({ changes, result: null, record: { eventId: event.id } })
        },
        pricesMark,
      )
      return { prices }
    },
    load: async (record: { readonly eventId: string }) => {
      const { event } = await found(record, { event: scope.reads.event(record.eventId) })
      return { prices: event.details['prices'] as unknown as readonly Price[] }
    },
  })
}

function checkPrices(priceInputs: readonly PriceInput[]): readonly Price[] {
  if (priceInputs.length > mostPrices)
    throw badInput(
      `A price table has at most ${mostPrices} prices.`,
      { limit: mostPrices, prices: priceInputs.length },
      ['prices'],
    )
  const prices = eachItem('prices', priceInputs, checkPrice)
  const known = new Map<string, number>()
  for (const [at, { model, from }] of prices.entries()) {
    const name = JSON.stringify([model, from])
    const other = known.get(name)
    if (other !== undefined)
      throw ofItem(
        badInput(`"${model}" has two prices from ${from} on.`, { model, from, first: other, second: at }),
        'prices',
        at,
      )
    known.set(name, at)
  }
  return prices
}

function checkPrice(priceInput: PriceInput, at: number): Price {
  const { model, from, input = null, output = null, cacheRead = null, cacheWrite = null } = priceInput
  const [per, currency] = [priceInput.per ?? 1_000_000, priceInput.currency ?? 'USD']
  const refuse = (name: string, message: string) => {
    const value = own(priceInput as unknown as Record<string, Json>, name) ?? null
    const valueText = JSON.stringify(value).slice(0, longestValue)
    const of = name === 'model' ? '' : ` of ${JSON.stringify(model.slice(0, longestName))}`
    return badInput(`"${name}"${of} is ${valueText}. ${message}`, { price: at, given: value }, [name])
  }
  if (model.trim() === '' || model.length > longestName || model.slice(0, -1).includes('*'))
    throw refuse('model', `A price names a model in 1 to ${longestName} characters, with "*" at its end or none.`)
  if (!isDay(from)) throw refuse('from', 'A price holds from a day on: YYYY-MM-DD, in UTC.')
  for (const [name, cost] of Object.entries({ input, output, cacheRead, cacheWrite }))
    if (cost !== null && !(cost >= 0 && cost <= mostCost))
      throw refuse(name, `A price is a number from 0 to ${mostCost}, or null where it is not known.`)
  if (!Number.isInteger(per) || per < 1) throw refuse('per', '"per" is how many tokens a price is for: 1 or more.')
  if (currency !== 'USD') throw refuse('currency', 'Costs are in US dollars: "currency" must be USD.')
  return { model, from, input, output, cacheRead, cacheWrite, per, currency }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
