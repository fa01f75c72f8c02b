import { createHash } from 'node:crypto'
import fc from './properties.ts'
import { lineOf } from '../../src/formats/ndjson/lines.ts'

/** What another hand does to a line. */
export interface Change {
  readonly line: number
  readonly how: number
  readonly pick: number
  readonly text: string
}
/** The lines with one of them left out, doubled, moved, or with another value in a place. */
export function altered(lines: readonly string[], { line: wanted, how, pick, text }: Change): string[] {
  // The change before may have taken one out.
  const line = wanted % lines.length
  const [own = '', rest] = [lines[line], lines.filter((_, i) => i !== line)]
  if (how === 0) return rest
  if (how === 1) return [...lines, own]
  if (how === 2) return [...rest, own]
  const { line: kind, value } = JSON.parse(own) as { line: string; value: Record<string, unknown> }
  const names = Object.keys(value)
  const name = names[pick % names.length] ?? ''
  const others = [null, 0, text, `${lines.length}`]
  const given = how === 3 ? others[pick % 4] : how === 4 ? value[names[(pick + 1) % names.length] ?? ''] : undefined
  return lines.map((one, i) => (i === line ? lineOf(kind, JSON.stringify({ ...value, [name]: given })).trim() : one))
}

/** What stands between the first line of a conversation's file and its last. */
export const within = (bytes: Buffer): string[] => bytes.toString().trim().split('\n').slice(1, -1)

const counted = {
  conversation: 'conversations',
  observation: 'observations',
  attachment: 'attachments',
  entity: 'entities',
  erasure: 'erasures',
  apiKey: 'apiKeys',
} as const
const nothing = Object.fromEntries(Object.values(counted).map((name) => [name, 0]))

/** What the first line of a backup says of its tenants. */
function countsIn(lines: readonly string[]): Record<string, unknown>[] {
  const tenants: Record<string, unknown>[] = []
  for (const text of lines) {
    const { line, value } = JSON.parse(text) as { line: string; value: { name: string } }
    if (line === 'tenant') tenants.push({ name: value.name, ...nothing })
    const member = Object.hasOwn(counted, line) ? counted[line as keyof typeof counted] : undefined
    const tenant = tenants.at(-1)
    if (tenant && member) tenant[member] = Number(tenant[member]) + 1
  }
  return tenants
}

/** A file of lines whose sums are right: of one conversation, or null: a backup. */
export function signed(lines: readonly string[], conversationId: string | null): Buffer {
  const tenants = countsIn(lines)
  const of = conversationId === null ? { holds: tenants.length === 1 ? 'TENANT' : 'STORE', tenants } : {}
  const header = lineOf(
    'header',
    JSON.stringify({ format: 'turngraph', version: 1, madeAt: '2026-01-01T00:00:00Z', conversationId, ...of }),
  )
  const body = header + lines.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(body).digest('hex')
  return Buffer.from(body + lineOf('end', JSON.stringify({ lines: lines.length + 1, sha256 })))
}

/** Draws a change of one of the lines. */
export const changeIn = (lines: readonly string[]): fc.Arbitrary<Change> =>
  fc.record({ line: fc.nat(lines.length - 1), how: fc.nat(5), pick: fc.nat(1000), text: fc.string() })
