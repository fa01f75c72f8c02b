import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { openLocalStore } from '../../../src/cli/store/localStore.ts'
import { readConfig } from '../../../src/config/config.ts'
import { openPatientParts } from '../../support/retryingParts.ts'
import { everyStore } from '../../support/storeSettings.ts'
import { temporaryFolder } from '../support.ts'

/** More than a page. */
const count = 520

for (const { name, skip, settings } of await everyStore())
  describe(`the operator's store on ${name}`, { skip }, () => {
    it('names each conversation once, also those that are written to meanwhile', async () => {
      const env = { ...(await settings()), DATA: temporaryFolder(), LOG_LEVEL: 'silent' }
      const parts = await openPatientParts(readConfig(env))
      const ids = Array.from({ length: count }, (_, n) => `c${String(n).padStart(3, '0')}`)
      const append = async (some: readonly string[]) => {
        const blocks = [{ type: 'text' as const, text: 'one more' }]
        await storeTurns(parts.scope(), {
          turns: some.map((conversationId) => ({ conversationId, role: 'USER', blocks })),
        })
      }
      for (let from = 0; from < count; from += 65) await append(ids.slice(from, from + 65))
      const store = await openLocalStore(env, { writes: false })
      const named: string[] = []
      for await (const id of store.conversationIds('default')) {
        if (named.length === 0) await append([ids[0] as string, ids.at(-1) as string, 'c300'])
        named.push(id)
      }
      assert.deepEqual(named.toSorted(), ids)
      await store.close()
      await parts.close()
    })
  })
