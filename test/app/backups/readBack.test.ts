import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readBack } from '../../../src/app/backups/readBack.ts'
import type { Observation } from '../../../src/domain/model.ts'
import { lineOf, valueText } from '../../../src/formats/ndjson/lines.ts'
import { openScratch } from '../../../src/storage/scratch.ts'
import { signed, within } from '../../support/alteredLines.ts'
import { backedUp, everything } from '../../support/backups.ts'
import { fill } from '../../support/changes.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { converse, store } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'

await onEveryStore('a backup that is read back', (on) => {
  const read = (bytes: Uint8Array) =>
    readBack(
      async function* () {
        yield await Promise.resolve(bytes)
      },
      () => openScratch(),
    )

  it('is what a restore takes', async () => {
    const scope = on.scope({ tenant: `${on.name} sound` })
    await everything(scope)
    assert.deepEqual(await read(await backedUp(scope)), [])
  })

  it('names every row that a restore would refuse', async () => {
    const scope = on.scope({ tenant: `${on.name} odd` })
    await everything(scope)
    const lines = within(await backedUp(scope)).map((line) => {
      const { line: kind, value } = JSON.parse(line) as { line: string; value: Record<string, unknown> }
      return kind === 'run' ? lineOf(kind, valueText({ ...value, exclusive: 'no' })).trim() : line
    })
    const found = await read(signed(lines, null))
    assert.deepEqual(
      found.map(({ code }) => code),
      ['ROW_UNREADABLE', 'ROW_UNREADABLE'],
    )
    assert.deepEqual(
      found.map(({ details }) => [details['kind'], details['id']]),
      [
        ['run', '["runs","r1"]'],
        ['run', '["runs","r2"]'],
      ],
    )
    assert.match(
      found[0]?.message ?? '',
      /^A restore of a backup of this store is refused: Line \d+ is no run .*exclusive/,
    )
  })

  it('is told of an odd row before its first byte is there', async () => {
    const scope = on.scope({ tenant: `${on.name} row` })
    const world = createWorld({ seed: 3 })
    converse(world, 'talk')
    store(world, 'talk')
    const odd = (one: Observation) => ({ ...one, senderId: 7 as never })
    const changes = world.changes.map((one) => ({ ...one, observations: one.observations.map(odd) }))
    await fill(on.store(), scope.tenant, { ...world, changes })
    const told: string[] = []
    const bytes = await backedUp(scope, { onUnreadable: (kind, _id, fault) => told.push(`${kind} ${fault}`) })
    assert.match(told.join(), /^observation senderId: /)
    assert.deepEqual(
      (await read(bytes)).map(({ details }) => details['kind']),
      ['observation'],
    )
  })

  it('that contradicts itself, or was cut off, is told too', async () => {
    const scope = on.scope({ tenant: `${on.name} less` })
    await everything(scope)
    const bytes = await backedUp(scope)
    const lines = within(bytes)
    const without = lines.filter((line) => !line.startsWith('{"line":"message"'))
    assert.equal((await read(signed(without, null))).length, 1)
    await assert.rejects(read(bytes.subarray(0, -10)), /cut off|altered/)
  })
})
