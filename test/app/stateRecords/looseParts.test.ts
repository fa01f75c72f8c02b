import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { repair } from '../../../src/app/repairs/repair.ts'
import type { Scope } from '../../../src/app/scope.ts'
import type { RecordInput } from '../../../src/app/stateRecords/checkRecords.ts'
import { putRecords } from '../../../src/app/stateRecords/putRecords.ts'
import { recordPages } from '../../../src/app/stateRecords/recordPages.ts'
import type { StateRecord } from '../../../src/domain/records/stateRecord.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

const part = (name: string, value: unknown = 'x', more: object = {}): RecordInput =>
  ({ kind: `p.${name[0] ?? ''}.part`, key: name, value, ...more }) as RecordInput

await onEveryStore('parts that no record names', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `parts ${on.name} ${++count}` })
  const put = (scope: Scope, conversationId: string, ...records: RecordInput[]) =>
    putRecords(scope, { conversationId, records })
  const all = async (scope: Scope, id: string): Promise<StateRecord[]> => {
    const found: StateRecord[] = []
    for await (const page of recordPages(scope, id)) found.push(...page)
    return found
  }
  const keysOf = async (scope: Scope, id: string) => (await all(scope, id)).map(({ key }) => key)
  const report = async (scope: Scope, id: string) => {
    scope.reads.clear()
    return integrity(scope, id)
  }

  /** A record names a chunk that names an item; another chunk and its item belong to nothing. */
  const scene = async (scope: Scope) =>
    put(
      scope,
      'c',
      ...[part('chunk-1', ['item-1']), part('item-1'), part('chunk-2', { deep: [{ er: 'item-2' }] }), part('item-2')],
      { kind: 'state', key: 'now', value: { values: { messages: { part: 'chunk-1' } } } },
      { kind: 'lg.thread.part', key: 'salt', value: { salt: 's' } },
      part('now/0', 'of what is there'),
      part('then/0', 'of what is not'),
    )

  it('are found by integrity, and are no damage of the store', async () => {
    const scope = alone()
    await scene(scope)
    const { findings, damage, ok, repairable } = await report(scope, 'c')
    assert.deepEqual([damage, ok, repairable], [0, false, 3])
    assert.deepEqual(
      findings.map(({ code, details }) => [code, (details as { keys: string[] }).keys]),
      [
        ['RECORD_PART_LOOSE', ['chunk-2']],
        ['RECORD_PART_LOOSE', ['item-2']],
        ['RECORD_PART_LOOSE', ['then/0']],
      ],
    )
  })

  it('are dropped by repair, and nothing else; programs notice it', async () => {
    const scope = alone()
    await scene(scope)
    const dry = await repair(scope, { conversationId: 'c' })
    assert.deepEqual([dry.report.repairable, dry.event], [3, null])
    assert.equal((await keysOf(scope, 'c')).length, 8)
    scope.reads.clear()
    const done = await repair(scope, { conversationId: 'c', dryRun: false, idempotencyKey: 'once' })
    assert.deepEqual(done.event?.details, { faults: 0, looseParts: 3 })
    assert.deepEqual([done.report.ok, done.report.repairable], [true, 0])
    assert.deepEqual(await keysOf(scope, 'c'), ['salt', 'chunk-1', 'item-1', 'now/0', 'now'])
    const salt = (await all(scope, 'c')).find(({ key }) => key === 'salt')
    assert.deepEqual([salt?.version, salt?.value], [2, { salt: 's' }])
    const again = await repair(scope, { conversationId: 'c', dryRun: false, idempotencyKey: 'once' })
    assert.equal(again.replayed, true)
    scope.reads.clear()
    assert.equal((await repair(scope, { conversationId: 'c', dryRun: false })).event, null)
  })

  it('are not those that a fork names, nor those of a turn', async () => {
    const scope = alone()
    const { observation } = await say(scope, 'c', 'u')
    await put(
      scope,
      'c',
      part('chunk-1', ['item-1']),
      part('item-1'),
      part('turn-1', 1, { observationId: observation.id }),
    )
    await forkConversation(scope, { source: 'c', newConversationId: 'fork' })
    await forkConversation(scope, { source: 'fork', newConversationId: 'fork of it' })
    await put(scope, 'fork of it', { kind: 'state', key: 'now', value: ['chunk-1'] })
    assert.deepEqual((await report(scope, 'c')).findings, [])
    await put(scope, 'c', part('x1', ['x2']), part('x2', ['x1']))
    assert.equal((await report(scope, 'c')).repairable, 2)
  })

  it('stand beside projections that were refused, which integrity names', async () => {
    const scope = alone()
    await put(scope, 'c', { kind: 'state', key: 'a', value: { projection: { failed: 'ROLE_CONFLICT' } } })
    const { findings, damage } = await report(scope, 'c')
    assert.deepEqual(
      [damage, findings.map(({ code, details }) => [code, details])],
      [0, [['PROJECTION_REFUSED', { kind: 'state', key: 'a', code: 'ROLE_CONFLICT' }]]],
    )
  })
})
