import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../../../scripts/root.ts'
import { createFindings } from '../../../../src/formats/findings.ts'
import { bytesSource } from '../../../../src/formats/importSource.ts'
import { fileRecords } from '../../../../src/formats/reading/records/fileRecords.ts'
import { jsonIn } from '../../../../src/formats/reading/lines/jsonIn.ts'
import { argumentsOf } from '../../../../src/formats/reading/tree/drafts.ts'
import type { Layout } from '../../../../src/formats/reading/records/records.ts'
import { plainObject } from '../../../../src/formats/reading/long/recordValue.ts'
import fc from '../../../support/properties.ts'

describe('the value of a JSON text', () => {
  it('has a number that is too large as its text, wherever it stands, and tells of the first', () => {
    const huge = `9${'0'.repeat(308)}`
    const cases: readonly (readonly [string, unknown, string])[] = [
      ['1e400', '1e400', '1e400'],
      [' [ -1E+400 ,2]', ['-1E+400', 2], '-1E+400'],
      ['{"a":1.5e309,"b":{"c":[1e999]}}', { a: '1.5e309', b: { c: ['1e999'] } }, '1.5e309'],
      [`{"a":\n${huge}}`, { a: huge }, huge],
      ['{"a\\"":"e\\\\","b":1e400}', { 'a"': 'e\\', b: '1e400' }, '1e400'],
    ]
    for (const [text, value, first] of cases) {
      const told: string[] = []
      assert.deepEqual(
        jsonIn(text, (number) => told.push(number)),
        value,
      )
      assert.deepEqual(told, [first])
    }
  })

  it('is what JSON.parse says for all else, texts that look like such numbers among it', () => {
    const number = fc.constantFrom('1e308', '-1.7976931348623157e308', '1e-400', '0e999', '12', '1e5')
    const text = fc.string().map((words) => JSON.stringify(`: 1e400, ${words}1e400`))
    const json = fc.array(fc.oneof(number, text)).map((all) => `{": 1e400":[${all.join(', ')}]}`)
    fc.assert(
      fc.property(json, (one) => {
        assert.deepEqual(
          jsonIn(one, (number) => assert.fail(number)),
          JSON.parse(one),
        )
      }),
    )
    for (const broken of ['', '1e400x', '[1e400', '01e400', '{"a":1e400,}']) assert.equal(jsonIn(broken), undefined)
  })

  it('is so in a line, in a value, in a long list and in the arguments of a call, each reported once', async () => {
    const read = async (text: string, layout: Layout, longFrom?: number) => {
      const findings = createFindings()
      const values: unknown[] = []
      for await (const records of fileRecords(
        bytesSource(null, Buffer.from(text)),
        layout,
        findings,
        { long: [['b']] },
        longFrom,
      ))
        // prettier-ignore
        values.push(...records.flatMap((record) => record.values.map((value) => plainObject(value))))
      return [values, findings.list().map(({ line, code }) => `${line ?? ''}:${code}`)]
    }
    const [one, kept] = ['{"a":1e400,"b":[{"c":-1e999}]}', { a: '1e400', b: [{ c: '-1e999' }] }]
    const [inside, keptInside] = ['{"b":[{"c":-1e999}]}', { b: [{ c: '-1e999' }] }]
    for (const longFrom of [undefined, 1])
      for (const [text, value] of [
        [one, kept],
        [inside, keptInside],
      ] as const)
        // prettier-ignore
        for (const layout of ['LINES', 'VALUES'] as const)
          assert.deepEqual(await read(`{}\n${text}\n`, layout, longFrom), [[{}, value], ['2:NUMBER_TOO_LARGE']])
    assert.deepEqual(argumentsOf('{"x":1e400}'), { x: '1e400' })
  })

  it('is made nowhere else where files are read', () => {
    const source = join(root, 'src')
    // To see whether it is JSON, and of cells that are written.
    const others = ['formats/looksLike.ts', 'formats/tables/ndjson.ts']
    const files = ['formats', 'app/imports'].flatMap((room) =>
      readdirSync(join(source, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
    )
    const parsing = files.filter(
      (file) => file.endsWith('.ts') && /[^`]JSON\.parse\(/.test(readFileSync(join(source, file), 'utf8')),
    )
    assert.deepEqual(parsing.sort(), ['formats/reading/lines/jsonIn.ts', ...others].sort())
  })
})
