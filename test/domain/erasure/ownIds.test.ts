import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isOwnId } from '../../../src/domain/erasure/ownIds.ts'
import { createIds } from '../../../src/app/fresh.ts'

it('an id of ours is known by its form, and a name of others is none', () => {
  const next = createIds()
  for (let k = 0; k < 50; k++) assert.ok(isOwnId(next()))
  const id = next()
  for (const other of [
    '',
    'ann@example.com',
    id.toUpperCase(),
    `${id} `,
    ` ${id}`,
    `${id}\n`,
    id.slice(1),
    id.replace('-', ''),
  ])
    // prettier-ignore
    assert.ok(!isOwnId(other), JSON.stringify(other))
})
