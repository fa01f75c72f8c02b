import { lineOf } from '../../src/formats/ndjson/lines.ts'
import { signed } from './fuzzOwnForm.ts'
import type { Random } from './random.ts'

/** A file as somebody would write it who means harm, and what of it is not so. */
export interface Forged {
  readonly bytes: Buffer
  /** The kind of the line and its member, like `observation.place.depth`; `[]` stands for any item. */
  readonly member: string
  readonly how: string
}

interface Line {
  readonly line: string
  readonly value: Record<string, unknown>
}
type Path = readonly (string | number)[]

/** Values that no member expects: far too large, negative, of another type. */
const odd: readonly unknown[] = [
  ...[
    9e15,
    2 ** 31,
    1e308,
    -1,
    0,
    0.5,
    '',
    'x',
    '\u0000',
    '0'.repeat(64),
    null,
    true,
    [],
    {},
    [null],
    ['x'],
    [1],
    [[]],
  ],
  ...[{ type: 'x' }, '__proto__', 'constructor', 'toString', '9999-99-99T99:99:99.999999999Z', '\ud800'],
]

/** Returns the file with one member of one line replaced, or a line doubled, moved or taken out; all sums are right again. */
export function forged(random: Random, file: Buffer): Forged {
  const lines = file.toString('utf8').trim().split('\n')
  const at = 1 + random.below(lines.length - 2)
  if (random.below(12) === 0) return rearranged(random, lines, at)
  const line = JSON.parse(lines[at] as string) as Line
  const members = [...membersOf(line.value)]
  const path = random.pick(members)
  const { value, how } = other(random, line, path, lines)
  const changed = lineOf(line.line, JSON.stringify(withValue(line.value, path, value))).trim()
  if (changed === lines[at]) return forged(random, file)
  const bytes = signed(Buffer.from([...lines.slice(0, at), changed, ...lines.slice(at + 1)].join('\n')))
  return { bytes, how, member: `${line.line}.${memberOf(path)}` }
}

function rearranged(random: Random, lines: readonly string[], at: number): Forged {
  const [own, rest] = [lines[at] as string, lines.filter((_, i) => i !== at)]
  const to = 1 + random.below(lines.length - 2)
  const ways = {
    doubled: [...lines.slice(0, at), own, ...lines.slice(at)],
    moved: [...rest.slice(0, to), own, ...rest.slice(to)],
    'taken out': rest,
  } as const
  const how = random.pick(Object.keys(ways) as (keyof typeof ways)[])
  const { line } = JSON.parse(own) as Line
  return { bytes: signed(Buffer.from(ways[how].join('\n'))), how, member: line }
}

/** Yields the places of all members of a value, those within others too. */
export function* membersOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  const entries = Array.isArray(value) ? value.map((one, i) => [i, one] as const) : Object.entries(value)
  for (const [name, member] of entries) yield* membersOf(member, [...path, name])
}

export const memberOf = (path: Path): string =>
  path
    .map((name) => (typeof name === 'number' ? '[]' : `.${name}`))
    .join('')
    .replace(/^\./, '')

function other(random: Random, { value }: Line, path: Path, lines: readonly string[]): { value: unknown; how: string } {
  const present = path.reduce<unknown>((at, name) => (at as Record<string | number, unknown>)[name], value)
  const dice = random.below(10)
  if (typeof present === 'number' && dice < 5) return numbered(random, present)
  if (dice < 3) return { value: value['id'] ?? value['conversationId'] ?? 'x', how: 'a circle' }
  if (dice < 7) return anotherId(random, lines)
  const given = random.pick(odd)
  return { value: given, how: JSON.stringify(given) }
}

function numbered(random: Random, present: number): { value: number; how: string } {
  const value = random.pick([present + 1, present - 1, 9e15, 2 ** 31, -1, 1e9, 1e308, 0.5])
  return { value, how: `${value}` }
}

function anotherId(random: Random, lines: readonly string[]): { value: unknown; how: string } {
  const { value } = JSON.parse(random.pick(lines.slice(1, -1))) as Line
  const text = random.pick(
    [...membersOf(value)]
      .map((path) => path.reduce<unknown>((at, name) => (at as Record<string | number, unknown>)[name], value))
      .filter((one) => typeof one === 'string'),
  )
  return { value: text, how: `another's text ${JSON.stringify(text).slice(0, 80)}` }
}

function withValue(of: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value
  const inner = withValue((of as Record<string | number, unknown>)[name], rest, value)
  return Array.isArray(of)
    ? of.map((one: unknown, i) => (i === name ? inner : one))
    : { ...(of as object), [name]: inner }
}
