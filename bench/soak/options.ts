import { parseArgs } from 'node:util'
import { lineNames, type Line } from '../../scripts/neo4j.ts'

/** What a soak is asked to do. */
export interface SoakOptions {
  readonly store: 'sqlite' | 'neo4j'
  readonly line: Line
  readonly servers: number
  /** How often a server or the database is killed; they take turns. */
  readonly kills: number
  /** `mixed` writes all the time; `steady` asks for everything that leaves the amount of data as it is. */
  readonly load: 'mixed' | 'steady'
  readonly seconds: number
  /** Seconds between two lines. */
  readonly every: number
  /** Requests a second, those of all clients together. */
  readonly rate: number
  /** Turns that are stored before a steady load begins. */
  readonly turns: number
  readonly seed: number
}

const flags = {
  hours: { type: 'string', default: '0' },
  minutes: { type: 'string', default: '0' },
  store: { type: 'string', default: 'sqlite' },
  line: { type: 'string', default: '5.26' },
  servers: { type: 'string', default: '1' },
  kills: { type: 'string', default: '0' },
  load: { type: 'string', default: 'mixed' },
  every: { type: 'string' },
  rate: { type: 'string', default: '40' },
  turns: { type: 'string', default: '40000' },
  seed: { type: 'string' },
} as const

const hour = 3600
const shortForm = { seconds: 600, every: 10 } as const

/** Returns what the arguments ask for; without a time, ten minutes. Throws on what is none of its flags or values. */
export function readSoakOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({ args: [...args], options: flags })
  const seconds = number('hours', values.hours) * hour + number('minutes', values.minutes) * 60 || shortForm.seconds
  return {
    store: oneOf('store', values.store, ['sqlite', 'neo4j']),
    line: oneOf('line', values.line, lineNames),
    servers: whole('servers', values.servers, 1),
    kills: whole('kills', values.kills, 0),
    load: oneOf('load', values.load, ['mixed', 'steady']),
    seconds,
    every: values.every === undefined ? (seconds < hour ? shortForm.every : 60) : number('every', values.every),
    rate: whole('rate', values.rate, 1),
    turns: whole('turns', values.turns, 1),
    seed: values.seed === undefined ? Date.now() % 2 ** 32 : whole('seed', values.seed, 0),
  }
}

function number(name: string, text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0)) throw new Error(`--${name} takes a number of at least 0, not "${text}".`)
  return value
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < least)
    throw new Error(`--${name} takes a whole number of at least ${least}, not "${text}".`)
  return value
}

function oneOf<T extends string>(name: string, text: string, values: readonly T[]): T {
  const value = values.find((one) => one === text)
  if (value === undefined) throw new Error(`--${name} takes ${values.join(' or ')}, not "${text}".`)
  return value
}
