/**
 * One line of turngraph's own form: `{"line":kind,"value":{…},"crc32":"…"}`. The check over what stands before it names
 * the line that was altered; the last line's SHA-256 says that nothing was.
 */
import { crc32 } from 'node:zlib'
import { badInput, type Refusal } from '../../domain/refusals.ts'
import type { Json } from '../../domain/model.ts'
import { hasTooMany, mostRead } from '../amount.ts'
import { jsonIn } from '../reading/lines/jsonIn.ts'
import { asObject } from '../reading/values.ts'

/** What the first line says. */
export interface Header {
  readonly format: 'turngraph'
  readonly version: number
  readonly madeAt: string
  /** The one conversation that it is of, with what that inherits; null: all of them. */
  readonly conversationId: string | null
  /** Of a backup: whether it is of the whole store or of one of its tenants. */
  readonly holds?: 'STORE' | 'TENANT'
  /** Of a backup: whose data follows, in this order. */
  readonly tenants?: readonly TenantCounts[]
}

/** How much a backup holds of a tenant. */
export interface TenantCounts {
  readonly name: string
  readonly conversations: number
  readonly observations: number
  readonly attachments: number
  readonly entities: number
  readonly erasures: number
  /** Null: they were left out, as where a server was asked. */
  readonly apiKeys: number | null
}
/** What the last line says: how many there are before it, and the SHA-256 of their bytes. */
export interface End {
  readonly lines: number
  readonly sha256: string
}

/** The version that is written; older ones are read. */
export const version = 1

/** A line as it was read. */
export interface BackupLine {
  readonly number: number
  readonly line: string
  readonly value: Json
  /** How many bytes it takes. */
  readonly size: number
}

/** Members whose content is the caller's own: their members keep their order. All others are put in one order. */
const free: ReadonlySet<string> = new Set([
  ...[
    'blocks',
    'fields',
    'metadata',
    'details',
    'actor',
    'result',
    'value',
    'overlay',
    'snapshot',
    'pending',
    'answers',
  ],
  ...['strategies', 'others', 'values'],
])

/** Returns a value as text, the same whatever the order of its members was. */
export function valueText(value: object): string {
  return JSON.stringify(ordered(value))
}

function ordered(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    members.map(([name, member]) => [name, free.has(name) ? (member as unknown) : ordered(member)]),
  )
}

/** Returns the line of a value that is text already. */
export function lineOf(line: string, text: string): string {
  const body = `{"line":"${line}","value":${text}`
  return `${body},"crc32":"${checkOf(Buffer.from(body))}"}\n`
}

const ending = /,"crc32":"([0-9a-f]{8})"\}$/
const endingLength = ',"crc32":"00000000"}'.length

/** Returns what a line holds; refuses one that is not as it was written. */
export function readLine(bytes: Buffer, number: number): BackupLine {
  const [, check] = ending.exec(bytes.subarray(-endingLength).toString('latin1')) ?? []
  if (check === undefined) throw damaged(number, 'does not end as a line of a backup does: it was cut off or altered')
  if (check !== checkOf(bytes.subarray(0, -endingLength))) throw damaged(number, 'was altered: its check differs')
  if (hasTooMany(bytes)) throw damaged(number, `holds ${mostRead}, which are not read at once`)
  const large = (found: string) => {
    throw damaged(number, `holds ${found.slice(0, 40)}, which is too large for a number`)
  }
  const { line, value } = asObject(jsonIn(bytes.toString(), large)) ?? {}
  if (typeof line === 'string' && typeof value === 'object' && value !== null)
    return { number, line, value, size: bytes.length }
  throw damaged(number, 'is not JSON object with "line" and "value"')
}

/** Returns the refusal of a file at a line. */
export function damaged(line: number, why: string, facts: { readonly [fact: string]: Json } = {}): Refusal {
  return badInput(`Line ${line} ${why}. Nothing was stored.`, { line, ...facts })
}

function checkOf(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}
