import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { deleteRecords } from '../../../src/app/stateRecords/deleteRecords.ts'
import { putRecords } from '../../../src/app/stateRecords/putRecords.ts'
import { recordPages } from '../../../src/app/stateRecords/recordPages.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { imports } from '../../support/transcripts.ts'

async function exported(scope: Scope, conversationId: string): Promise<Buffer> {
  scope.reads.clear()
  const { pieces } = await openExport(scope, { conversationId, format: 'NDJSON' })
  const found: Uint8Array[] = []
  for await (const piece of pieces) found.push(piece)
  return Buffer.concat(found)
}

async function recordsIn(scope: Scope, conversationId: string): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const page of recordPages(scope, conversationId))
    for (const { kind, key, value, base64, version } of page) found.push([kind, key, base64 ?? value, version])
  return found
}

await onEveryStore('state records in the file of a conversation', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `filed ${on.name} ${++count}` })
  const put = (scope: Scope, id: string, key: string, more: object = {}) =>
    putRecords(scope, { conversationId: id, records: [{ kind: 'k', key, value: key, ...more }] })
  const damageOf = async (scope: Scope, id: string) => {
    scope.reads.clear()
    return (await integrity(scope, id)).findings
  }

  it('are all there, with those of the conversation that it was forked from', async () => {
    const from = alone()
    const { observation } = await say(from, 'source', 'a')
    await put(from, 'source', 'of the source', { observationId: observation.id })
    await put(from, 'source', 'replaced')
    await put(from, 'source', 'replaced', { value: [1, { b: null }] })
    await forkConversation(from, { source: 'source', newConversationId: 'fork' })
    await put(from, 'fork', 'bytes', { value: null, base64: 'AP8=' })
    await put(from, 'other', 'of another')
    const file = await exported(from, 'fork')
    assert.ok((await exported(from, 'fork')).equals(file))
    const to = alone()
    const { report } = await imports(to, file)
    assert.equal(report.unchanged, 0)
    for (const id of ['source', 'fork']) assert.deepEqual(await recordsIn(to, id), await recordsIn(from, id))
    assert.deepEqual(await recordsIn(to, 'other'), [])
    assert.deepEqual(await damageOf(to, 'fork'), [])
    assert.ok((await exported(to, 'fork')).equals(file))
    assert.equal((await imports(to, file)).report.added, 0)
  })

  it('come in with a later state, by key: of two the one that was stored later stays', async () => {
    const [from, to] = [alone(), alone()]
    await say(from, 'c', 'a')
    for (const key of ['changed', 'gone', 'older there']) await put(from, 'c', key)
    const early = await exported(from, 'c')
    await imports(to, early)
    await put(from, 'c', 'changed', { value: 'later' })
    await put(from, 'c', 'new')
    const records = await exported(from, 'c')
    await imports(to, records)
    assert.deepEqual(await recordsIn(to, 'c'), await recordsIn(from, 'c'))
    assert.ok((await exported(to, 'c')).equals(records))
    await imports(to, early)
    assert.deepEqual(await recordsIn(to, 'c'), await recordsIn(from, 'c'))
    await say(from, 'c', 'b')
    await put(from, 'c', 'with a turn')
    await imports(to, await exported(from, 'c'))
    assert.deepEqual(await recordsIn(to, 'c'), await recordsIn(from, 'c'))
    assert.deepEqual(await damageOf(to, 'c'), [])
  })

  it('stay away where the conversation has gone on, and they were deleted since', async () => {
    const scope = alone()
    await say(scope, 'c', 'a')
    await put(scope, 'c', 'gone')
    const early = await exported(scope, 'c')
    await say(scope, 'c', 'b')
    await deleteRecords(scope, { conversationId: 'c' })
    await imports(scope, early)
    assert.deepEqual(await recordsIn(scope, 'c'), [])
  })
})
