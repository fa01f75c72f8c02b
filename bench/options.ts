import { parseArgs } from 'node:util'
import { long, quick, usual, type Sizes } from './amounts.ts'
import { lineNames, type Line } from '../scripts/neo4j.ts'

export type StoreName = 'sqlite' | 'neo4j'
export const parts = [
  'fork',
  'bytes',
  'page',
  'sizes',
  'checks',
  'markers',
  'append',
  'runs',
  'threads',
  'clients',
  'histories',
  'hubs',
  'lists',
  'screens',
  'ancestors',
  'subscribers',
  'broadcast',
  'import',
  'search',
  'analytics',
  'memory',
  'imports',
  'longlife',
  'start',
  'package',
] as const
export type Part = (typeof parts)[number]

export interface Options {
  readonly stores: readonly StoreName[]
  readonly line: Line
  readonly parts: readonly Part[]
  readonly sizes: Sizes
}

/** Returns what the command line asks for; throws, naming what is accepted, when it is not understood. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      store: { type: 'string', default: 'both' },
      line: { type: 'string', default: '5.26' },
      only: { type: 'string', default: parts.join(',') },
      quick: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
    },
  })
  const stores: readonly StoreName[] =
    values.store === 'both' ? ['sqlite', 'neo4j'] : [oneOf('store', ['sqlite', 'neo4j'], values.store, ' or both')]
  return {
    stores,
    line: oneOf('line', lineNames, values.line),
    parts: values.only.split(',').map((part) => oneOf('only', parts, part)),
    sizes: values.quick ? quick : values.long ? long : usual,
  }
}

function oneOf<T extends string>(name: string, accepted: readonly T[], given: string, more = ''): T {
  const found = accepted.find((one) => one === given)
  if (found === undefined) throw new Error(`--${name} takes ${accepted.join(', ')}${more}, not "${given}".`)
  return found
}
