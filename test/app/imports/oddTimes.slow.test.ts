/** Files of each format whose times no calendar of four digits has: every entry comes in, at a time that there is. */
// Takes long: a file of each format for each odd time.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { drawn } from '../../../bench/support/formatFiles.ts'
import { readBack } from '../../../src/app/backups/readBack.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { sealOf } from '../../../src/domain/access/keyedDigest.ts'
import { isInstant } from '../../../src/domain/instants.ts'
import { openScratch } from '../../../src/storage/scratch.ts'
import { backedUp } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { imports } from '../../support/transcripts.ts'

const texts = [
  '+010000-01-01T00:00:00.000Z',
  '10000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-01:00',
  '-000001-12-31T00:00:00Z',
]
const numbers = [253_402_300_800_000, 253_402_300_800, 8.64e15, 8.64e15 + 1, 1e300, -1, -62_167_219_200_000]

/** The file as it is drawn, and with each of its times replaced, one after the other. */
function files(format: string): { readonly plain: string; readonly odd: string } {
  const { head = '', piece, between = '', tail = '' } = drawn[format]!
  const plain = `${head}${Array.from({ length: 14 }, (_, i) => piece(i)).join(between)}${tail}`
  let count = 0
  const odd = plain
    .replaceAll(/"20\d\d-\d\d-\d\dT[^"]*"/g, () => JSON.stringify(texts[count++ % texts.length]))
    .replaceAll(/(?<=[:,[])1[67]\d{8}(?:\d{3})?(?:\.\d+)?(?=[,}\]])/g, () => String(numbers[count++ % numbers.length]))
  return { plain, odd }
}

async function stored(scope: Scope, file: string) {
  const { conversations, report } = await imports(scope, file)
  const lists = await scope.store.lists(
    conversations.map(
      ({ id }) => ({ list: 'observationsOfConversation', owner: id, after: null, limit: 1000 }) as const,
    ),
  )
  return { conversations, report, observations: lists.flat() }
}

await onEveryStore('times that no calendar of four digits has', (on) => {
  for (const format of Object.keys(drawn))
    it(`are no time of an entry of ${format}`, async () => {
      const { plain, odd } = files(format)
      const scope = on.scope({ tenant: `odd times ${format}` })
      const expected = await stored(on.scope({ tenant: `times ${format}` }), plain)
      const found = await stored(scope, odd)
      assert.equal(found.observations.length, expected.observations.length)
      for (const { observedAt } of found.observations) assert.ok(isInstant(observedAt), observedAt)
      for (const { id, createdAt, activityAt } of found.conversations) {
        for (const time of [createdAt, activityAt]) assert.ok(isInstant(time), time)
        assert.equal((await integrity(scope, id)).damage, 0)
      }
      const bytes = await backedUp(scope)
      assert.deepEqual(
        await readBack(
          () => [bytes] as never,
          () => openScratch(),
          sealOf(scope),
        ),
        [],
      )
    })
})
