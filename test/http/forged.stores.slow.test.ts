// Takes long: a server of its own, and hundreds of files.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runForged } from '../support/forgedFiles.ts'
import { statedOf } from '../support/memberTable.ts'
import { everyStore } from '../support/storeSettings.ts'

for (const { name, skip, settings } of await everyStore())
  describe(`forged files in turngraph’s own form, on ${name}`, { skip }, () => {
    it('leave a server alive, answering, and without a fault of its own', async () => {
      const { refused, damaged, sound, slowestHealth } = await runForged({ seed: 1, count: 200, env: await settings() })
      assert.equal(refused + damaged.length + sound.length, 200)
      assert.ok(refused > 100, `${refused} were refused`)
      assert.ok(sound.length > 10, `${sound.length} came in, of which no word can be told to be wrong`)
      const believed = sound.filter(({ member }) => statedOf(member) === 'computed')
      assert.deepEqual(
        believed.map(({ member, how }) => `${member}: ${how}`),
        [],
      )
      // A second on a machine of its own (`npm run fuzz -- --format ndjson`); others run beside this test.
      assert.ok(slowestHealth < 10_000, `/health took ${slowestHealth} ms`)
    })
  })
