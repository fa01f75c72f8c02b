// Takes long: real sessions, line by line.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { randomFrom } from '../../../support/random.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { imports, linesOf, noSharedData, sharedTranscripts } from '../../../support/transcripts.ts'
import { alone, inPieces, linesIn, loaded, sound, standing, talk } from './support.ts'

const whole = (line: string) => (line.endsWith('\n') ? line : `${line}\n`)

await onEveryStore('sessions that come in pieces', (on) => {
  it('make what the same file makes, in pieces of any size', { skip: noSharedData, timeout: 240_000 }, async () => {
    const random = randomFrom(7)
    const shared = sharedTranscripts()
    for (const name of ['ccl-937c6e6b.jsonl', 'ccv-5c0375b4.jsonl', 'ac-full-session.jsonl']) {
      const file = shared.find((one) => one.name === name)?.bytes ?? assert.fail(name)
      const scope = alone(on)
      const { conversations } = await imports(scope, file)
      const id = conversations[0]?.id ?? ''
      const expected = await standing(scope, id)
      for (const size of [() => 1, () => 1 + random.below(9), () => 1e9]) {
        const other = alone(on)
        await inPieces(other, id, linesIn(file), size)
        assert.deepEqual(await standing(other, id), expected, name)
        assert.equal(await loaded(other, id), linesIn(file).map(whole).join(''))
        await sound(other, id)
      }
    }
  })

  it('of a thousand pieces make few chunks', { timeout: 120_000 }, async () => {
    const scope = alone(on)
    const lines = linesIn(linesOf(talk(300)))
    await inPieces(scope, 's', lines, () => 1)
    const chunks = await scope.store.rawChunks('s', 'CLAUDE_CODE:store', 1, 1000)
    assert.ok(chunks.length <= 6, `${chunks.length}`)
    assert.equal(await loaded(scope, 's'), lines.join(''))
  })
})
