import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'node:test'
import { root } from '../../../../scripts/root.ts'
import { createTenant } from '../../../../src/app/access/tenants.ts'
import { eraseTenant } from '../../../../src/app/erasures/tenants/eraseTenant.ts'
import { operator } from '../../../../src/domain/access/principal.ts'
import { compose } from '../../../../src/compose.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { newFolder } from '../../../faults/support/folder.ts'
import { describeOnce } from '../../../support/stores.ts'
import { say } from '../../../support/talk.ts'
import { tenantFor } from '../../../support/tenants.ts'
import { program } from '../../../support/program.ts'
import { waitFor } from '../../../support/waitFor.ts'

const eraser = 'test/app/erasures/tenants/killedEraser.ts'

describeOnce('a tenant whose erasure was killed when some of its rows were gone (SQLite)', () => {
  it('takes no write when a server starts, and is erased by it, with one receipt', async () => {
    const settings = { DATA: newFolder(), LOG_LEVEL: 'silent' }
    const name = tenantFor('gone')
    const first = await compose(readConfig(settings))
    const tenant = await createTenant(first.store.registry, first.fresh, name, false)
    const filled = first.scopeOf({ principal: operator, tenant })
    for (let turn = 1; turn <= 3; turn++) await say(filled, 'c', `u${turn}`)
    await first.close()

    const child = spawn(process.execPath, [...program(eraser), JSON.stringify(settings), name], { cwd: root })
    let errors = ''
    child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()))
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
    child.kill('SIGKILL')
    await once(child, 'close')
    assert.equal(errors, '')

    const next = await compose(readConfig(settings))
    try {
      const scope = next.scopeOf({ principal: operator, tenant })
      assert.notEqual((await next.store.registry.tenant(name))?.state, 'ACTIVE')
      await assert.rejects(say(scope, 'd', 'u1'), { code: 'NOT_FOUND' })
      await waitFor(async () => (await next.store.registry.tenant(name))?.state === 'ERASED')
      const receipt = await eraseTenant(next, { name, reason: 'OTHER' })
      assert.deepEqual([receipt.scope.observations, receipt.scope.conversations], [3, 1])
      for (const kind of ['conversations', 'observations'] as const)
        assert.deepEqual((await scope.store.walk(kind, { after: null, limit: 9 })).items, [], kind)
    } finally {
      await next.close()
    }
  })
})
