import assert from 'node:assert/strict'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { changes, event, seqsOf } from '../../support/changes.ts'
import { randomWorld } from '../../support/shapes.ts'
import { createWorld, type World } from '../../support/world.ts'
import { sameAnswers } from '../contract/answers.ts'
import { creation } from '../contract/writing.ts'
import { countUp, steps } from './countUp.ts'
import { newPath } from './folder.ts'
import { tenantFor } from '../../support/tenants.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'
import { program } from '../../support/program.ts'

function startChild(...args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [...program('test/storage/sqlite/child.ts'), ...args])
  child.stderr.pipe(process.stderr)
  return child
}

describe('a SQLite file that two processes have open', () => {
  it('takes the writes of both, and each sees those of the other', async () => {
    const path = newPath()
    const store = await openSqliteStore({ path, readers: 1 })
    seqsOf(await store.write(tenantFor('shared'), changes(event('e', 'c'), { conversations: [creation('c')] })))
    const child = startChild('counts', path, 'child')
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    await countUp(store, 'parent')
    assert.deepEqual(await ended, [0, null])
    const [conversation] = await store.conversations(tenantFor('shared'), ['c'])
    assert.equal(conversation?.version, 1 + 2 * steps)
    const [events] = await store.lists(tenantFor('shared'), [{ list: 'events', owner: 'c', after: null, limit: 1000 }])
    const seqs = (events ?? []).map((it) => it.seq)
    assert.deepEqual(
      seqs,
      Array.from({ length: 1 + 2 * steps }, (_, k) => 1 + 2 * steps - k),
    )
    await store.close()
  })
})

describe('a SQLite store whose process is killed', () => {
  for (const round of [1, 2, 3])
    it(`has all that was acknowledged and nothing in half, round ${round}`, async () => {
      const path = newPath()
      const acknowledged = await killWhileWriting(path, 150 * round)
      const store = await openSqliteStore({ path, readers: 1 })
      for (let k = 0; k < 8; k++) {
        const found = await actsFound(path, tenantFor(`t ${k}`))
        const least = acknowledged.get(k) ?? 0
        assert.ok(found === least || found === least + 1, `tenant ${k}: ${least} acknowledged, ${found} found`)
        await sameAnswers(store, tenantFor(`t ${k}`), worldOf(k, found))
      }
      await store.close()
      const connection = connect(path, 'writer')
      assert.deepEqual(connection.all('PRAGMA integrity_check'), [['ok']])
      connection.close()
    })
})

/** Kills a writing process after so many acknowledged writes, and answers how many each tenant had. */
async function killWhileWriting(path: string, writes: number): Promise<Map<number, number>> {
  const acknowledged = new Map<number, number>()
  const child = startChild('appends', path, 't')
  const ended = once(child, 'exit')
  let lines = 0
  const reading = createInterface({ input: child.stdout })
  reading.on('line', (line) => {
    const [tenant, scope] = line.split(' ').map(Number)
    if (tenant !== undefined && scope !== undefined) acknowledged.set(tenant, scope)
    if (++lines === writes) child.kill('SIGKILL')
  })
  await Promise.all([once(reading, 'close'), ended])
  assert.equal(child.signalCode, 'SIGKILL')
  return acknowledged
}

/** Every act is one write, and its first event is of no other. */
async function actsFound(path: string, tenant: Tenant): Promise<number> {
  const connection = connect(path, 'reader')
  const sql = `SELECT count(*) FROM events JOIN tenants USING (tenant)
    WHERE name = ?1 AND NOT (kind = 'FORK' AND moves_head = 0)`
  const count = Number(connection.get(sql, tenant)?.[0])
  connection.close()
  return count
}

/** The world after so many writes. It begins with one, and an act adds one or none. */
function worldOf(seed: number, writes: number): World {
  if (writes === 0) return createWorld()
  let scopes = writes - 1
  while (randomWorld(seed, scopes).changes.length < writes) scopes++
  return randomWorld(seed, scopes)
}
