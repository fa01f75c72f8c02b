/** What the proxy records lies in the file without what follows from others. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { openDirectory } from '../../../src/storage/attachments/directory.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { newFolder } from '../../faults/support/folder.ts'
import { actsOn } from '../../support/scopes.ts'
import { newPath } from './folder.ts'

const setup = { tools: Array.from({ length: 300 }, (_, k) => ({ name: `tool ${k}`, about: 'reads a file' })) }
const turn = (turnId: string, role: 'USER' | 'ASSISTANT') => ({
  turnId,
  role,
  blocks: [{ type: 'text' as const, text: turnId }],
})

void it('a recorded request lies in the file as a packed setup, a run that says what is its own, and a line without its head', async () => {
  const path = newPath()
  const store = await openSqliteStore({ path })
  const bytes = await openDirectory(newFolder())
  const { scope } = actsOn(
    'the store',
    () => store,
    () => bytes,
  )
  const conversationId = 'proxied'
  const { results } = await storeTurns(scope(), {
    conversationId,
    turns: [turn('u', 'USER'), turn('a', 'ASSISTANT')],
    runs: [{ conversationId, runId: 'r', state: 'COMPLETED' }],
    records: [{ kind: 'proxy.setup', key: 'first', value: setup, ifExists: 'KEEP' }],
  })
  const [stored] = await store.stateRecords(scope().tenant, [{ conversationId, kind: 'proxy.setup', key: 'first' }])
  assert.deepEqual(stored?.value, setup)
  await store.close()
  const database = new DatabaseSync(path, { readOnly: true })
  const only = (sql: string): unknown => Object.values(database.prepare(sql).get() as object)[0]
  const packed = Number(only('SELECT length(value) FROM state_records'))
  assert.ok(packed < JSON.stringify(setup).length / 3, String(packed))
  const [first, head] = results.map(({ observation }) => observation.id)
  assert.deepEqual(JSON.parse(String(only('SELECT body FROM runs'))), {
    completionSeq: 1,
    end: { observationId: head, depth: 1 },
  })
  assert.deepEqual(JSON.parse(String(only("SELECT body FROM events WHERE kind = 'STORE'"))), [[first], 0])
  database.close()
})
