import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { formats, readableNames } from '../../src/formats/index.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import { bestOf, candidates, type Candidates, type Readable } from '../../src/formats/recognise.ts'
import { sampleOf } from '../../src/formats/reading/sample.ts'
import { formatOfFolder, noSharedFiles, realFiles } from '../support/sharedFiles.ts'

/** Formats whose marks files of another show: what src/formats/README.md says of them. */
const told = readFileSync(join(root, 'src/formats/README.md'), 'utf8')
const alsoLike = new Map<string, string[]>()
for (const [, name = '', other = ''] of told.matchAll(/^- `([A-Z_]+)` shows also those of `([A-Z_]+)`/gm))
  alsoLike.set(name, [...(alsoLike.get(name) ?? []), other])
const places = formats.map(({ name }) => name)

describe('the format of a file', () => {
  for (const { name, folder, bytes } of realFiles()) {
    const expected = formatOfFolder[folder] ?? ''
    it(`is ${expected} for ${name}, whatever it is called`, async () => {
      for (const fileName of [null, 'full.jsonl', name]) {
        const { formats: found } = await candidates(bytesSource(fileName, bytes), null, formats)
        assert.equal(found[0]?.name, expected)
        assert.deepEqual(
          found.slice(1).map((format) => format.name),
          alsoLike.get(expected) ?? [],
        )
      }
    })
    it(`is ${expected} for ${name} also where it is cut off`, async () => {
      const sample = await sampleOf(bytesSource(null, bytes.subarray(0, Math.ceil(bytes.length * 0.7))))
      const found = formats.filter(({ recognises }) => recognises?.(sample))
      assert.equal(found[0]?.name, expected)
    })
  }

  it(
    'is of one that stands before all others whose marks it shows, of which the page tells each that is met',
    { skip: noSharedFiles },
    () => {
      assert.ok(alsoLike.size > 0)
      const met = new Set(realFiles().map(({ folder }) => formatOfFolder[folder]))
      for (const [name, others] of alsoLike) {
        assert.ok(met.has(name), name)
        for (const other of others) assert.ok(places.indexOf(name) < places.indexOf(other), other)
      }
    },
  )
  it('is what the first that reads it makes of it, where it shows the marks of none', async () => {
    const { formats: found } = await candidates(bytesSource('x.jsonl', Buffer.from('{"a":1}\n')), null, formats)
    const names = found.map(({ name }) => name)
    assert.deepEqual(
      names,
      readableNames.filter((name) => name !== 'NDJSON'),
    )
  })
})

describe('a trajectory with calls of OpenAI', () => {
  it("is none of Anthropic's, whatever blocks its messages share with those", async () => {
    const history = [
      { role: 'system', content: 's' },
      {
        role: 'assistant',
        content: 'a',
        tool_calls: [{ id: 'k', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'k', content: 'x' }], tool_call_ids: ['k'] },
    ]
    const source = bytesSource('a.traj', Buffer.from(JSON.stringify({ environment: 'e', trajectory: [], history })))
    assert.equal((await candidates(source, null, formats)).formats[0]?.name, 'OPENAI')
  })
  it('is of ChatGPT only where a mapping has nodes', async () => {
    const names = (await candidates(bytesSource(null, Buffer.from('{"mapping":{}}')), null, formats)).formats.map(
      ({ name }) => name,
    )
    assert.ok(names.length > 1)
  })
})

describe('an array on one long line', () => {
  it('is of the format of its values', async () => {
    const mapping = { a: { id: 'a', parent: null, children: [], message: null } }
    const values = Array.from({ length: 20_000 }, (_, i) => ({
      id: `c${i}`,
      title: 'long',
      mapping,
      current_node: 'a',
    }))
    const bytes = Buffer.from(JSON.stringify(values))
    assert.ok(bytes.length > 1024 * 1024)
    const { formats: found } = await candidates(bytesSource(null, bytes), null, formats)
    assert.deepEqual(
      found.map(({ name }) => name),
      ['CHATGPT'],
    )
  })
})

/** Behind more than the beginning that is looked at. */
const far = { info: { patch: 'x'.repeat(300 * 1024) } }
const called = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'k', type: 'function', function: { name: 'f', arguments: '{}' } }],
}
const namesOf = async (text: string) =>
  (await candidates(bytesSource(null, Buffer.from(text)), null, formats)).formats.map(({ name }) => name)

describe('a file whose marks stand behind something long', () => {
  it('is known by them, in one value, in an array and in lines', async () => {
    const goose = [{ role: 'user', content: [{ type: 'toolRequest', id: 'k' }] }]
    const mapping = { a: { id: 'a', parent: null, children: [], message: null } }
    const cases: readonly (readonly [object, string])[] = [
      [{ ...far, messages: [called] }, 'OPENAI'],
      [{ trajectory: [far], history: [called] }, 'OPENAI'],
      [
        { ...far, messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'k', content: 'x' }] }] },
        'ANTHROPIC',
      ],
      [{ ...far, conversation: goose }, 'GOOSE'],
      [{ ...far, mapping }, 'CHATGPT'],
      [{ ...far, chat_messages: [{ sender: 'human' }] }, 'CLAUDE_AI'],
      [{ ...far, conversations: [{ from: 'human', value: 'x' }] }, 'SHAREGPT'],
    ]
    for (const [value, expected] of cases)
      for (const text of [
        JSON.stringify(value),
        JSON.stringify([far, value]),
        JSON.stringify(value, null, 2),
        `${JSON.stringify(far)}\n${JSON.stringify(value)}\n`,
      ])
        // prettier-ignore
        assert.equal((await namesOf(text))[0], expected, text.slice(0, 40))
  })
  it('is tried as all formats where they stand behind more than is read for that', async () => {
    const value = { list: Array.from({ length: 18 }, () => 'x'.repeat(1024 * 1024)), messages: [called] }
    assert.ok((await namesOf(JSON.stringify(value))).length > 20)
  })
})

describe('of several readers of a file', () => {
  const format = (name: string) => ({ name }) as Readable
  const [a, b, c] = [format('A'), format('B'), format('C')]
  const entry = { role: 'odd' }
  type Takes = readonly [turns: number, left: number] | null
  /** Returns the best one, which were read, and which were closed. */
  const best = async (takes: Readonly<Record<string, Takes>>, found: Partial<Candidates>) => {
    const [read, closed]: [string[], string[]] = [[], []]
    const all = { formats: [a, b], areKnown: true, rivals: () => [], ...found }
    const open = ({ name }: Readable) => {
      read.push(name)
      const [turns, left] = takes[name] ?? [0, 0]
      const taken = { turns, left, notUnderstood: left > 0 ? [entry] : [] }
      return Promise.resolve(takes[name] == null ? null : { name, reading: { taken } })
    }
    const result = await bestOf(all, open, ({ name }) => closed.push(name))
    return [result?.name ?? null, read.join(''), closed.join('')]
  }

  it('a known one that reads all is not compared', async () => {
    assert.deepEqual(await best({ A: [3, 0], B: [9, 0] }, {}), ['A', 'A', ''])
    assert.deepEqual(await best({ B: [9, 0] }, {}), ['B', 'AB', ''])
  })
  it('one that leaves something yields to one that takes more or leaves less, the first where they are equal', async () => {
    assert.deepEqual(await best({ A: [10, 3], B: [10, 1] }, {}), ['B', 'AB', 'A'])
    assert.deepEqual(await best({ A: [10, 3], B: [2, 0] }, {}), ['A', 'AB', 'B'])
    assert.deepEqual(await best({ A: [10, 3], B: [10, 3] }, {}), ['A', 'AB', 'B'])
  })
  it('those are asked, too, whose marks entries show that were not understood', async () => {
    const rivals = (entries: readonly object[]) => (entries.includes(entry) ? [a, c] : [])
    assert.deepEqual(await best({ A: [10, 3], C: [10, 0] }, { formats: [a], rivals }), ['C', 'AC', 'A'])
    assert.deepEqual(await best({ A: [10, 0], C: [99, 0] }, { formats: [a], rivals }), ['A', 'A', ''])
  })
  it('all are compared where no marks are shown', async () => {
    assert.deepEqual(await best({ A: [2, 0], B: [9, 1], C: [9, 1] }, { formats: [a, b, c], areKnown: false }), [
      'B',
      'ABC',
      'AC',
    ])
    assert.deepEqual(await best({}, { formats: [a, b], areKnown: false }), [null, 'AB', ''])
  })
  it('none is left open where one fails', async () => {
    const closed: string[] = []
    const found = { formats: [a, b], areKnown: false, rivals: () => [] }
    const open = ({ name }: Readable) =>
      name === 'A' ? Promise.resolve({ name, reading: {} }) : Promise.reject(new Error('broken'))
    await assert.rejects(
      bestOf(found, open, ({ name }) => closed.push(name)),
      /broken/,
    )
    assert.deepEqual(closed, ['A'])
  })
  it('rivals are those whose marks stand in such an entry, and none where a format is named', async () => {
    const source = bytesSource(
      null,
      Buffer.from(JSON.stringify([{ role: 'user', content: [{ type: 'tool_result' }] }])),
    )
    const found = await candidates(source, null, formats)
    assert.deepEqual(
      found.rivals([called]).map(({ name }) => name),
      ['OPENAI'],
    )
    assert.deepEqual(
      found.rivals([{ role: 'user', content: [{ type: 'toolRequest' }] }]).map(({ name }) => name),
      ['GOOSE', 'OPENAI'],
    )
    assert.deepEqual(found.rivals([]), [])
    assert.deepEqual((await candidates(source, formats[1] ?? null, formats)).rivals([called]), [])
  })
})
