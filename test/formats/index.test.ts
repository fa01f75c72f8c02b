import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatNamed, formats, isReadable, readableNames, writableNames } from '../../src/formats/index.ts'

describe('the list of formats', () => {
  it('names each once, in large letters', () => {
    const names = formats.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
    assert.deepEqual(
      names.filter((name) => !/^[A-Z_]+$/.test(name)),
      [],
    )
  })

  it('finds a format by its name in any case, with dashes or underlines', () => {
    for (const name of ['CLAUDE_CODE', 'claude-code', 'Claude_Code'])
      assert.equal(formatNamed(name)?.name, 'CLAUDE_CODE')
    for (const name of ['', 'claude code', 'claudecode', 'constructor']) assert.equal(formatNamed(name), null)
  })

  it('says which can be read and which written, and each can be one of them', () => {
    assert.deepEqual(
      formats.filter((format) => !isReadable(format) && !format.write),
      [],
    )
    assert.ok(readableNames.includes('NDJSON') && writableNames.includes('NDJSON'))
    assert.deepEqual([readableNames.includes('MARKDOWN'), writableNames.includes('MARKDOWN')], [false, true])
    assert.deepEqual(
      readableNames,
      formats.map(({ name }) => name).filter((name) => readableNames.includes(name)),
    )
  })
})
