import { readFileSync } from 'node:fs'
import { Prices, SetPrices, type PriceInput, type PricesQuery } from '../../client/documents/generated.ts'
import { CommandFailed } from '../../client/failures.ts'
import { TurngraphError } from '../../client/turngraphError.ts'
import { addCommand, exampleText, type Program } from '../program.ts'
import { counted, numberText, tableText } from '../text.ts'
import { ofTenant, withEveryTenant } from './everyTenant.ts'
import { withGraph, type CommonOptions } from '../withGraph.ts'

/** Adds `prices list|import`: what models cost, by which costs are estimated that no answer states. */
export function addPrices({ root, terminal, ended }: Program): void {
  const group = root
    .command('prices')
    .description('list or replace the price table that estimates costs')
    .addHelpText('after', exampleText('turngraph prices import prices.json'))
  addCommand(group, 'list', 'list the prices', 'turngraph prices list').action(async (options: CommonOptions) => {
    const run = withEveryTenant(terminal, options, {
      async ask({ graph }) {
        const { prices } = await graph.query(Prices, {})
        const none = 'There are no prices: costs that no answer states are unknown.\n'
        return { document: { prices }, text: prices.length === 0 ? none : tableOf(prices) }
      },
      merged: (all) => ({ prices: all.flatMap(({ tenant, prices }) => ofTenant(tenant, prices)) }),
    })
    ended(await run)
  })
  addCommand(
    group,
    'import <file>',
    'replace the price table by that of a JSON file',
    'turngraph prices import prices.json',
  ).action(async (path: string, options: CommonOptions) => {
    const run = withGraph(terminal, options, { writes: true }, async ({ graph, say }) => {
      const input = { prices: pricesIn(path) }
      const { prices } = (await graph.query(SetPrices, { input }).catch(ofFile(path))).setPrices
      await say(`The price table has ${counted(prices.length, 'price', 'prices')} now.\n`)
      return { document: { prices }, ok: true }
    })
    ended(await run)
  })
}

/** Has what is refused of a table name the file that holds it. */
function ofFile(path: string): (thrown: unknown) => never {
  return (thrown) => {
    if (!(thrown instanceof TurngraphError) || thrown.code !== 'BAD_INPUT') throw thrown
    throw wrong(path, thrown.message, thrown.details ?? {})
  }
}

const names = ['model', 'from', 'input', 'output', 'cacheRead', 'cacheWrite', 'per', 'currency'] as const
const numbers: ReadonlySet<string> = new Set(['input', 'output', 'cacheRead', 'cacheWrite', 'per'])

/** Returns the prices of a file; refuses one whose form is another. */
function pricesIn(path: string): PriceInput[] {
  const rawValue = jsonIn(path)
  if (!Array.isArray(rawValue)) throw wrong(path, 'It must hold a list of prices.', {})
  return rawValue.map((one: unknown, at) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one))
      throw wrong(path, `prices[${at}]: A price is an object.`, { price: at })
    const members = one as Readonly<Record<string, unknown>>
    const unknown = Object.keys(members).find((name) => !(names as readonly string[]).includes(name))
    if (unknown !== undefined)
      throw wrong(path, `prices[${at}]: A price has no "${unknown}".`, { price: at, accepted: names })
    for (const name of names) {
      const value = members[name]
      const isNeeded = name === 'model' || name === 'from'
      if (value == null ? isNeeded : typeof value !== (numbers.has(name) ? 'number' : 'string'))
        throw wrong(
          path,
          `prices[${at}]: "${name}"${ofModel(members)} must be a ${numbers.has(name) ? 'number' : 'text'}.`,
          { price: at },
        )
    }
    return members as unknown as PriceInput
  })
}

function ofModel({ model }: Readonly<Record<string, unknown>>): string {
  return typeof model === 'string' && model !== '' ? ` of ${JSON.stringify(model)}` : ''
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch (thrown) {
    throw wrong(path, `${(thrown as Error).message}.`, {})
  }
}

const wrong = (file: string, why: string, details: object) =>
  new CommandFailed('BAD_INPUT', `"${file}" is no price table. ${why}`, { file, ...details })

function tableOf(prices: PricesQuery['prices']): string {
  const costText = (cost: number | null) => (cost === null ? 'unknown' : numberText(cost))
  const rows = prices.map(({ model, from, input, output, cacheRead, cacheWrite, per, currency }) => [
    ...[model, from, costText(input), costText(output), costText(cacheRead), costText(cacheWrite)],
    `${numberText(per)} tokens, ${currency}`,
  ])
  const heads = ['model', 'from', 'sent', 'answered', 'cache read', 'cache written', 'for']
  return tableText(heads, rows, [false, false, true, true, true, true, false])
}
