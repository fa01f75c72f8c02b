/** A price as the table has it and as it is given. */
export interface GivenPrice {
  readonly model: string
  readonly from: string
  readonly input?: number | null | undefined
  readonly output?: number | null | undefined
  readonly cacheRead?: number | null | undefined
  readonly cacheWrite?: number | null | undefined
  readonly per: number
  readonly currency: string
}

/** The kinds of tokens that have a price. */
export const priceNames = ['input', 'output', 'cacheRead', 'cacheWrite'] as const

/** Returns a price of which nothing is known yet. */
export const emptyPrice = (model: string): GivenPrice => ({ model, from: '', per: 1_000_000, currency: 'USD' })

/** Returns a price with its own members alone. */
export function plainPrice({
  model,
  from,
  input,
  output,
  cacheRead,
  cacheWrite,
  per,
  currency,
}: GivenPrice): GivenPrice {
  return { model, from, input, output, cacheRead, cacheWrite, per, currency }
}

const isOf = (a: GivenPrice, b: GivenPrice): boolean => a.model === b.model && a.from === b.from

/** Returns a table with a price in place of another one, or without it (null). */
export function withPrice(
  table: readonly GivenPrice[],
  old: GivenPrice,
  price: GivenPrice | null,
): readonly GivenPrice[] {
  const others = table.filter((one) => !isOf(one, old) && (price === null || !isOf(one, price)))
  const all = price === null ? others : [...others, price]
  return all.sort((a, b) => (a.model === b.model ? (a.from < b.from ? -1 : 1) : a.model < b.model ? -1 : 1))
}

/** Returns the prices of a file; null where it is no list of objects. What they say is the server's to check. */
export function pricesIn(text: string): readonly GivenPrice[] | null {
  try {
    const value = JSON.parse(text) as unknown
    if (!Array.isArray(value) || value.some((one) => typeof one !== 'object' || one === null)) return null
    return (value as Partial<GivenPrice>[]).map((one) => ({ ...emptyPrice(one.model ?? ''), ...one }))
  } catch {
    return null
  }
}
