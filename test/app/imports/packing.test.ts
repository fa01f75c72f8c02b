import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Zstd } from '@hpcc-js/wasm-zstd'
import { Refusal } from '../../../src/domain/refusals.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { noSharedFiles, realFiles } from '../../support/sharedFiles.ts'
import { imports } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `packed-${++count}` })
const lines = [
  { type: 'session', version: 3, id: 'packed', timestamp: '2026-01-01T00:00:00Z', cwd: '/w' },
  {
    type: 'message',
    id: 'a',
    parentId: null,
    timestamp: '2026-01-01T00:00:01Z',
    message: { role: 'user', content: 'hi' },
  },
]
const file = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
const isRefused = (code: string) => (thrown: unknown) => thrown instanceof Refusal && thrown.code === code

await onEveryStore('a packed file', (on) => {
  it('is what it holds, known by its first bytes whatever it is called', async () => {
    const zstd = await Zstd.load()
    for (const packed of [
      gzipSync(file),
      zstd.compress(file),
      Buffer.concat([gzipSync(file.subarray(0, 9)), gzipSync(file.subarray(9))]),
    ]) {
      const scope = alone(on)
      const { report, conversations } = await imports(scope, packed, { fileName: 'any.bin' })
      assert.deepEqual([report.format, report.fileName, report.added], ['PI', 'any.bin', 1])
      assert.deepEqual(
        conversations.map(({ id }) => id),
        ['packed'],
      )
      assert.equal((await imports(scope, file, {})).report.added, 0)
    }
  })
  it('is read too where it is text in UTF-16, alone or packed', async () => {
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(file.toString(), 'utf16le')])
    for (const bytes of [wide, Buffer.from(wide).swap16(), gzipSync(wide)]) {
      const { report, conversations } = await imports(alone(on), bytes)
      assert.deepEqual([report.format, report.added, conversations.map(({ id }) => id)], ['PI', 1, ['packed']])
    }
  })

  it('that is damaged, ends too early, or has too much in it is refused, and nothing is stored', async () => {
    const scope = alone(on)
    const zstd = await Zstd.load()
    for (const whole of [gzipSync(file), Buffer.from(zstd.compress(file))]) {
      const torn = Buffer.from(whole)
      torn.fill(0xff, 12, 40)
      await assert.rejects(imports(scope, torn, {}), isRefused('BAD_INPUT'))
      await assert.rejects(imports(scope, whole.subarray(0, whole.length - 12), {}), isRefused('BAD_INPUT'))
      await assert.rejects(imports(scope, whole, { spool: { limit: 50 } }), isRefused('LIMIT_EXCEEDED'))
    }
    assert.equal(await scope.reads.conversation('packed'), null)
  })

  describe('of a real session', { skip: noSharedFiles }, () => {
    it('reports what the session itself does', async () => {
      const [real] = realFiles('codex')
      assert.ok(real)
      const plain = await imports(alone(on), real.bytes, { fileName: 'r.jsonl' })
      const packed = await imports(alone(on), gzipSync(real.bytes), { fileName: 'r.jsonl' })
      assert.deepEqual(packed.report, plain.report)
    })
  })
})
