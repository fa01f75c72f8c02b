import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { formats, readableNames } from '../../src/formats/index.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import { candidates } from '../../src/formats/recognise.ts'
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
        assert.deepEqual(found.slice(1).map((format) => format.name), alsoLike.get(expected) ?? []) // prettier-ignore
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
      { role: 'assistant', content: 'a', tool_calls: [{ id: 'k', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'k', content: 'x' }], tool_call_ids: ['k'] },
    ] // prettier-ignore
    const source = bytesSource('a.traj', Buffer.from(JSON.stringify({ environment: 'e', trajectory: [], history })))
    assert.equal((await candidates(source, null, formats)).formats[0]?.name, 'OPENAI')
  })
  it('is of ChatGPT only where a mapping has nodes', async () => {
    const names = (await candidates(bytesSource(null, Buffer.from('{"mapping":{}}')), null, formats)).formats.map(({ name }) => name) // prettier-ignore
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
    assert.deepEqual(found.map(({ name }) => name), ['CHATGPT']) // prettier-ignore
  })
})
