import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/things.ts'
import { entries, imports, linesOf } from '../../support/transcripts.ts'

await onEveryStore('roles of turns', (on) => {
  const found = async (tenant: string, id: string) => {
    const { ok, damage, findings } = await integrity(on.scope({ tenant }), id, { roles: true })
    return { ok, damage, findings: findings.map(({ code, details }) => [code, details]) }
  }
  const sound = { ok: true, damage: 0, findings: [] }

  it('alternate over calls, parallel results and the parts of one answer', async () => {
    const drawn = entries('u1 n1<u1 c1:x/m<n1 c2:y/m<c1 r1:x<c1 r2:y<c2 a1<r2 u2<a1 a2<u2')
    const { conversations } = await imports(on.scope({ tenant: 'roles' }), linesOf(drawn))
    assert.deepEqual(await found('roles', conversations[0]?.id ?? ''), sound)
  })

  it('are found where a person speaks twice, over a note too, and where a model does; that leaves the report ok', async () => {
    const scope = on.scope({ tenant: 'roles twice' })
    await imports(scope, linesOf(entries('u1 n1<u1 u2<n1 a1<u2 a2<a1 u3<a2')))
    const { ok, damage, findings } = await found('roles twice', 's')
    assert.deepEqual([ok, damage, findings.map(([code]) => code)], [true, 0, ['ROLES_DO_NOT_ALTERNATE']])
    const [, details] = findings[0] as [string, { count: number; observationIds: string[] }]
    const named = await scope.store.observations(details.observationIds)
    assert.deepEqual([details.count, named.map((one) => one?.messageId).sort()], [2, ['s:a2', 's:u2']])
  })

  it('are looked at over the point of a fork, and not unless asked', async () => {
    const scope = on.scope({ tenant: 'roles fork' })
    await say(scope, 'c', 't1')
    await forkConversation(scope, { source: 'c', newConversationId: 'f' })
    await say(scope, 'f', 't2')
    const { findings } = await found('roles fork', 'f')
    assert.deepEqual(
      findings.map(([code]) => code),
      ['ROLES_DO_NOT_ALTERNATE'],
    )
    assert.deepEqual((await integrity(scope, 'f')).findings, [])
    assert.deepEqual(await found('roles fork', 'c'), sound)
  })
})
