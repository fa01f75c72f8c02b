import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { noRewrites } from '../../../../../src/domain/erasure/rewrites.ts'
import { tombstone } from '../../../../../src/domain/erasure/tombstone.ts'
import { connect } from '../../../../../src/storage/sqlite/connection/connection.ts'
import { migrate } from '../../../../../src/storage/sqlite/migrations.ts'
import { epochOf } from '../../../../../src/storage/sqlite/reading/observationCache/epochs.ts'
import { migrations } from '../../../../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../../../../src/storage/sqlite/store.ts'
import { changes, event, seqsOf } from '../../../../support/changes.ts'
import { tenantFor } from '../../../../support/tenants.ts'
import { converse, store as put, textBlock } from '../../../../support/tree/acts.ts'
import { createWorld } from '../../../../support/world.ts'
import { newPath } from '../../folder.ts'
import { program } from '../../../../support/program.ts'

const tenant = tenantFor('shared')

/** A file with a conversation of four turns. */
async function filled() {
  const path = newPath()
  const store = await openSqliteStore({ path, readers: 1 })
  const world = createWorld()
  converse(world, 'c')
  const nodes = Array.from({ length: 4 }, (_, k) => put(world, 'c', { blocks: [textBlock(`xqzsecret${k}xqz`)] }))
  for (const one of world.changes) seqsOf(await store.write(tenant, one))
  const connection = connect(path, 'reader')
  const number = Number(connection.get('SELECT tenant FROM tenants WHERE name = ?1', tenant)?.[0])
  const epoch = () => epochOf(connection, number)
  const erasing = (id: string, k: number) => {
    const node = nodes[k]
    return changes(event(id, null), { rewrites: { ...noRewrites, observations: node ? [tombstone(node, 'e')] : [] } })
  }
  return { path, store, world, nodes, connection, epoch, erasing }
}

describe('the epoch of observations', () => {
  it('is raised by what rewrites one, and not by what adds, nor by a write that is refused', async () => {
    const { path, store, world, connection, epoch, erasing } = await filled()
    assert.equal(epoch(), 0)
    seqsOf(await store.write(tenant, erasing('e1', 0)))
    assert.equal(epoch(), 1)
    seqsOf(await store.write(tenant, changes(event('e2', null), { rewrites: { ...noRewrites, keys: ['k'] } })))
    put(world, 'c')
    seqsOf(await store.write(tenant, world.changes.at(-1) as never))
    assert.equal(epoch(), 1)
    const value = { ...[...world.conversations.values()][0], version: 99 } as never
    const refused = { ...erasing('e3', 1), conversations: [{ expected: 98, value }] }
    assert.equal((await store.write(tenant, refused)).kind, 'conversationChanged')
    assert.equal(epoch(), 1)
    await store.close()
    connection.close()
    const writer = connect(path, 'writer')
    migrate(writer, path, [...migrations, 'CREATE TABLE later (a INTEGER) STRICT'])
    assert.equal(epochOf(writer, 1), 2)
    writer.close()
  })

  it('is raised by a load', async () => {
    const { store, connection, epoch } = await filled()
    const none = async function* () {
      await Promise.resolve()
      yield { kind: 'importMark', values: [{ name: 'm', value: 1 }] } as const
    }
    await store.load(tenant, none())
    assert.equal(epoch(), 1)
    connection.close()
    await store.close()
  })

  it('makes another process forget what was erased, whatever it has read before', async () => {
    const { path, store, nodes, connection, erasing } = await filled()
    const reader = program('test/storage/sqlite/reading/observationCache/readingChild.ts')
    const child = spawn(process.execPath, [...reader, path, tenant, nodes.at(-1)?.id ?? ''], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const read = async () => {
      child.stdin.write('read\n')
      return String((await lines.next()).value)
    }
    try {
      const before = await read()
      for (const k of nodes.keys()) assert.ok(before.includes(`xqzsecret${k}xqz`))
      for (const k of nodes.keys()) {
        seqsOf(await store.write(tenant, erasing(`e ${k}`, k)))
        const now = await read()
        for (const at of nodes.keys()) assert.equal(now.includes(`xqzsecret${at}xqz`), at > k)
      }
    } finally {
      child.stdin.end()
    }
    assert.deepEqual(await ended, [0, null])
    connection.close()
    await store.close()
  })
})
