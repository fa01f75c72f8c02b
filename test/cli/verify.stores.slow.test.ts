// Takes long: stores that are damaged by hand in each way that `verify` is to see, one after the other.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Scope } from '../../src/app/scope.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import type { OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { operator } from '../../src/domain/access/principal.ts'
import type { Tenant } from '../../src/domain/model.ts'
import { damages, sound } from '../support/damages.ts'
import { openPatientParts } from '../support/retryingParts.ts'
import { everyStore } from '../support/storeSettings.ts'
import { temporaryFolder, turngraph } from './support.ts'

interface Finding {
  readonly code: string
  readonly message: string
}
interface Verified {
  readonly damaged: number
  readonly store: { readonly findings: readonly Finding[] }
  readonly findings: readonly { readonly conversationId: string; readonly findings: readonly Finding[] }[]
}

for (const { name, skip, settings } of await everyStore())
  describe(`turngraph verify, of a store on ${name} that was damaged by hand`, { skip }, () => {
    let env: Record<string, string>
    let parts: OpenParts
    let count = 0
    before(async () => {
      env = { ...(await settings()), DATA: temporaryFolder(), LOG_LEVEL: 'silent' }
      parts = await openPatientParts(readConfig(env))
    })
    after(() => parts.close())

    const filled = async (): Promise<Scope> => {
      const tenant = `damage-${++count}`
      await createTenant(parts.store.registry, parts.fresh, tenant, false)
      const scope = parts.scopeOf({ principal: operator, tenant: { ...parts.tenant, name: tenant as Tenant } })
      await sound(scope)
      return scope
    }
    const verified = async ({ tenant }: Scope) => {
      const { status, stdout, stderr } = await turngraph(env, '--tenant', tenant, 'verify', '--json')
      assert.equal(stderr, '')
      const { store, findings, damaged } = JSON.parse(stdout) as Verified
      const all = [...store.findings, ...findings.flatMap((one) => one.findings)]
      return { status, damaged, said: all.map(({ code, message }) => `${code}: ${message}`) }
    }

    it('is content before', async () =>
      assert.deepEqual(await verified(await filled()), { status: 0, damaged: 0, said: [] }))

    for (const [what, { damage, says }] of Object.entries(damages))
      it(`sees ${what}`, async () => {
        const scope = await filled()
        await damage(scope)
        const { status, said } = await verified(scope)
        assert.equal(status, 1, said.join('\n'))
        assert.match(said.join('\n'), says)
      })
  })
