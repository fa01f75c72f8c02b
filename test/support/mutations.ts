import type { Json, JsonObject } from '../../src/domain/model.ts'
import type { Random } from './random.ts'

/** A file that was spoilt, and how. */
export interface Mutated {
  readonly bytes: Buffer
  readonly how: readonly string[]
}
type Mutation = (random: Random, file: Buffer, other: Buffer) => Buffer

/** What leaves JSON what it is, with other things in it. */
const inside = ['putInText', 'swapIds', 'doubleIds', 'changeCase', 'nest', 'replaceValue', 'dropMember'] as const

/** Returns a file with one to four things wrong with it; ids and lines also come from `other`. */
export function mutated(random: Random, file: Buffer, other: Buffer, given?: readonly string[]): Mutated {
  // A file that is one value is refused whole when its brackets are gone: half of them keep those.
  const keepsForm = given === undefined && isWhole(file) && random.below(2) === 0
  const ways = keepsForm ? inside : (given ?? names)
  const how: string[] = []
  let bytes = file
  for (let left = 1 + random.below(4); left > 0; left--) {
    const name = random.pick(ways)
    how.push(name)
    bytes = (mutations[name] as Mutation)(random, bytes, other)
  }
  return { bytes, how }
}

const mutations: Readonly<Record<string, Mutation>> = {
  flipBits(random, file) {
    const bytes = Buffer.from(file)
    for (let left = 1 + random.below(20); left > 0 && bytes.length > 0; left--) {
      const at = random.below(bytes.length)
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.below(8)), at)
    }
    return bytes
  },
  cutEnd: (random, file) => file.subarray(0, random.below(file.length + 1)),
  cutBeginning: (random, file) => file.subarray(random.below(file.length + 1)),
  cutOut(random, file) {
    const at = random.below(file.length + 1)
    return Buffer.concat([file.subarray(0, at), file.subarray(at + random.below(2000))])
  },
  putIn(random, file) {
    const at = random.below(file.length + 1)
    return Buffer.concat([file.subarray(0, at), random.pick(oddBytes), file.subarray(at)])
  },
  putInText: (random, file) => changeValue(random, file, (text) => `${text as string}${random.pick(oddTexts)}`, isText),
  swapIds(random, file) {
    const ids = idsIn(file)
    return ids.length < 2 ? file : replaceSome(random, file, random.pick(ids), random.pick(ids))
  },
  doubleIds(random, file, other) {
    const [ids, others] = [idsIn(file), idsIn(other)]
    return ids.length === 0 || others.length === 0
      ? file
      : replaceAll(file, random.pick(ids), random.pick(random.below(3) === 0 ? others : ids))
  },
  changeCase(random, file) {
    const ids = idsIn(file)
    return ids.length === 0 ? file : replaceSome(random, file, ...caseOf(random, random.pick(ids)))
  },
  shuffle: (random, file) => onLines(file, (lines) => shuffled(random, lines)),
  reverse: (_random, file) => onLines(file, (lines) => lines.reverse()),
  move: (random, file) =>
    onLines(file, (lines) => {
      const [moved] = lines.splice(random.below(lines.length), 1)
      lines.splice(random.below(lines.length + 1), 0, moved as Buffer)
      return lines
    }),
  drop: (random, file) => onLines(file, (lines) => lines.filter(() => random.below(10) > 0)),
  double: (random, file) =>
    onLines(file, (lines) => lines.flatMap((line) => (random.below(10) === 0 ? [line, line] : [line]))),
  glue: (random, file) =>
    onLines(file, (lines) => lines.map((line) => (random.below(10) === 0 ? line.subarray(0, -1) : line))),
  mix: (random, file, other) =>
    onLines(file, (lines) => {
      const foreign = linesOf(other)
      return [...lines, ...foreign.slice(random.below(foreign.length + 1))]
    }),
  weave: (random, file, other) =>
    onLines(file, (lines) => {
      const foreign = linesOf(other)
      return lines.flatMap((line) => (random.below(4) === 0 ? [line, ...foreign.splice(0, 1)] : [line]))
    }),
  nest: (random, file) =>
    changeValue(random, file, (value) => {
      let nested = value
      for (let levels = 1 + random.below(random.pick([5, 300, 5000])); levels > 0; levels--)
        nested = random.below(2) === 0 ? [nested] : { content: nested }
      return nested
    }),
  replaceValue: (random, file) => changeValue(random, file, () => random.pick(oddValues)),
  dropMember: (random, file) => changeValue(random, file, () => undefined),
}
const names = Object.keys(mutations)
/** Those that leave most lines JSON. */
export const gentle: readonly string[] = ['putInText', 'changeCase', 'move', 'replaceValue', 'dropMember', 'swapIds']

const oddBytes: readonly Buffer[] = [
  [0],
  [0xff],
  [0xc3, 0x28],
  [0xed, 0xa0, 0x80],
  [0xf0, 0x9f],
  [0xef, 0xbb, 0xbf],
  [0x0d],
  [0x0a],
  [0x0d, 0x0a],
  [0x7b],
  [0x5d],
  [0x22],
  [0x5c],
].map((bytes) => Buffer.from(bytes))
const oddTexts = [
  '\0',
  '\0evil',
  '\ud800',
  '\udc00',
  '\u202e',
  '\u2028',
  '%',
  ':',
  '\n',
  ' ',
  '😀'.repeat(100),
  'x'.repeat(5000),
]
const oddValues: readonly (Json | undefined)[] = [
  null,
  true,
  0,
  -1,
  1e308,
  -0,
  2 ** 53 + 2,
  '',
  ' ',
  '\0',
  '\ud800',
  [],
  {},
  [[]],
  { type: 'text' },
  'user',
  'assistant',
  'system',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '-000001-01-01T00:00:00Z',
  'gone',
  undefined,
]

const newline = 0x0a
function linesOf(file: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from < file.length;) {
    const end = file.indexOf(newline, from)
    const to = end < 0 ? file.length : end + 1
    lines.push(file.subarray(from, to))
    from = to
  }
  return lines
}

function onLines(file: Buffer, change: (lines: Buffer[]) => Buffer[]): Buffer {
  const lines = linesOf(file)
  return lines.length === 0 ? file : Buffer.concat(change(lines))
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const left = [...items]
  return items.map(() => left.splice(random.below(left.length), 1)[0] as T)
}

/** Ids as files have them: UUIDs, and those of answers and calls. */
function idsIn(file: Buffer): string[] {
  return [...new Set(file.toString('latin1').match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:msg|toolu)_\w+/gi))]
}

function caseOf(random: Random, id: string): [string, string] {
  return [id, id.replaceAll(/[a-z]/g, (letter) => (random.below(4) === 0 ? letter.toUpperCase() : letter))]
}

function replaceAll(file: Buffer, id: string, by: string): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll(id, by), 'latin1')
}

function replaceSome(random: Random, file: Buffer, id: string, by: string): Buffer {
  return Buffer.from(
    file.toString('latin1').replaceAll(id, () => (random.below(2) === 0 ? by : id)),
    'latin1',
  )
}

/** Changes one value somewhere in one line that is JSON, or in the file where that is; undefined leaves the member out. */
function changeValue(
  random: Random,
  file: Buffer,
  change: (value: Json) => Json | undefined,
  fits: (value: Json) => boolean = () => true,
): Buffer {
  const changed = (lines: Buffer[]): Buffer[] => {
    const at = random.below(lines.length)
    const line = objectOf(lines[at] as Buffer)
    const places = line === null ? [] : placesIn(line).filter(({ holder, name }) => fits(holder[name] as Json))
    if (line === null || places.length === 0) return lines
    const { holder, name } = random.pick(places)
    const value = change(holder[name] as Json)
    if (value === undefined) Reflect.deleteProperty(holder, name)
    else holder[name] = value
    lines[at] = Buffer.from(`${textOf(line)}\n`)
    return lines
  }
  return isWhole(file) ? Buffer.concat(changed([file])) : onLines(file, changed)
}

/** Says whether a file is one JSON value, on however many lines. */
export const isWhole = (file: Buffer): boolean => file.length > 0 && objectOf(file) !== null

/** What is nested too deep for the engine to write has been nested enough. */
function textOf(line: Holder): string {
  try {
    return JSON.stringify(line)
  } catch {
    return '['.repeat(10_000)
  }
}

function isText(value: Json): boolean {
  return typeof value === 'string'
}

type Holder = Record<string, Json>
function objectOf(line: Buffer): Holder | null {
  try {
    const value = JSON.parse(line.toString('utf8')) as Json
    return typeof value === 'object' && value !== null ? (value as JsonObject) : null
  } catch {
    return null
  }
}

/** Every member of an object and of what it holds, a few levels deep. */
function placesIn(value: Holder, levels = 5): { holder: Holder; name: string }[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const below =
      typeof member === 'object' && member !== null && levels > 0 ? placesIn(member as Holder, levels - 1) : []
    return [{ holder: value, name }, ...below]
  })
}
