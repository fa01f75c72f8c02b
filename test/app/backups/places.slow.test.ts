import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readBack } from '../../../src/app/backups/readBack.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Observation } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { lineOf, valueText } from '../../../src/formats/ndjson/lines.ts'
import { openScratch } from '../../../src/storage/scratch.ts'
import { signed, within } from '../../support/alteredLines.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('sums of a path in a backup', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `${on.name} ${++count}` })

  /** A backup of five turns that count, and the same with wrong sums: too little from the third on. */
  const made = async () => {
    const from = alone()
    for (let n = 1; n <= 5; n++)
      await say(from, 'talk', `a${n}`, `turn ${n}`, { usage: { inputTokens: 10 * n, costUsd: 0.1, answerId: `x${n}` } })
    await say(from, 'talk', 'u6', 'uncounted')
    const sound = await backedUp(from)
    const altered = (change: (place: NonNullable<Observation['place']>) => object) => {
      const lines = within(sound).map((line) => {
        const { line: kind, value } = JSON.parse(line) as { line: string; value: Observation }
        if (kind !== 'observation' || value.place === null || value.place.depth < 2) return line
        return lineOf(kind, valueText({ ...value, place: { ...value.place, ...change(value.place) } })).trim()
      })
      return signed(lines, null)
    }
    const less = altered(({ usage }) => ({ usage: { ...usage, inputTokens: usage.inputTokens - 5 } }))
    return { from, sound, less, altered }
  }

  it('that are wrong are computed anew, for the nodes below as well', async () => {
    const { sound, less } = await made()
    const to = alone()
    const { wrongSums, added } = await restored(to, less)
    assert.equal(wrongSums, 4)
    assert.ok(added > 6)
    assert.deepEqual(contentOf(await backedUp(to)), contentOf(sound))
    assert.deepEqual((await integrity(to, 'talk')).findings, [])
    assert.equal((await restored(alone(), sound)).wrongSums, 0)
  })

  it('are no reason for a backup to be called unreadable', async () => {
    const { less } = await made()
    const open = async function* () {
      yield await Promise.resolve(less)
    }
    assert.deepEqual(await readBack(open, () => openScratch()), [])
  })

  it('are taken as they are where what the store has follows from them', async () => {
    const { less, sound } = await made()
    const other = alone()
    await say(other, 'other', 'u1', 'something else')
    const { wrongSums } = await restored(other, less, { merge: true })
    assert.equal(wrongSums, 1)
    const again = await restored(other, less, { merge: true })
    assert.deepEqual([again.added, again.wrongSums], [0, 1])
    await assert.rejects(restored(other, sound, { merge: true }), /conflicts with the store/)
  })

  it('are all that may be wrong of a place', async () => {
    const { altered } = await made()
    for (const change of [
      ({ turns }: { turns: number }) => ({ turns: turns + 1 }),
      ({ calls }: { calls: number }) => ({ calls: calls + 1 }),
      () => ({ pathHash: '0'.repeat(64) }),
    ])
      await assert.rejects(
        restored(alone(), altered(change)),
        (thrown) => thrown instanceof Refusal && thrown.code === 'BAD_INPUT',
      )
  })
})
