import assert from 'node:assert/strict'
import { it } from 'node:test'
import { context } from '../../../src/app/transcripts/context.ts'
import { fieldsOf, nothingCarried } from '../../../src/app/transcripts/entryFields.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('the files of entries', (on) => {
  it('are read in one call of the store, however many an entry has', async () => {
    const callsFor = async (files: number) => {
      const tenant = `files ${files} ${on.name}`
      const attachments = Array.from({ length: files }, (_, k) => ({
        uri: `https://example.com/${k}`,
        mediaType: 'text/plain',
        name: `${k}.txt`,
      }))
      await say(on.scope({ tenant }), 'c', 'u1', 'Read these.', { attachments })
      const entries = await context(on.scope({ tenant }), 'c', null)
      const calls: string[] = []
      const store = intercept(on.store(), (name, call) => {
        calls.push(name)
        return call()
      })
      const [entry] = await fieldsOf(on.scope({ tenant, store }), entries, nothingCarried(), true)
      assert.equal(entry?.files.size, files)
      return calls
    }
    assert.deepEqual(await callsFor(20), await callsFor(2))
  })
})
