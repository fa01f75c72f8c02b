import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import { backedUp, contentOf } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { imports } from '../../support/transcripts.ts'

const lines = (...values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const said = (role: string, text: string) => ({ role, content: text })

/** Files whose names of lines and conversations are made of what they say, for lack of ids. */
const files: Readonly<Record<string, readonly [short: Uint8Array, long: Uint8Array]>> = {
  'Claude Code': ((all) => [Buffer.from(lines(...all.slice(0, 2))), Buffer.from(lines(...all))] as const)([
    { sessionId: 's', type: 'user', timestamp: '2026-01-01T00:00:01.000Z', message: said('user', 'my number is 17') },
    { sessionId: 's', type: 'assistant', timestamp: '2026-01-01T00:00:02.000Z', message: said('assistant', 'it is') },
    { sessionId: 's', type: 'user', timestamp: '2026-01-01T00:00:03.000Z', message: said('user', 'and more') },
  ]),
  messages: ((all) => [Buffer.from(lines(...all.slice(0, 2))), Buffer.from(lines(...all))] as const)([
    said('user', 'my number is 17'),
    said('assistant', 'it is'),
    said('user', 'and more'),
  ]),
  Neo: ((all) => [Buffer.from(lines(...all.slice(0, 2))), Buffer.from(lines(...all))] as const)([
    { role: 'user', text: 'my number is 17', ts: '2026-01-01T00:00:01Z' },
    { role: 'assistant', text: 'it is', ts: '2026-01-01T00:00:02Z' },
    { role: 'user', text: 'and more', ts: '2026-01-01T00:00:03Z' },
  ]),
}

await onEveryStore('names that are made of content', (on) => {
  let count = 0
  const nameKey = '7'.repeat(64)
  const scopeOf = (tenant: string, salted: boolean): Scope => on.scope({ tenant, salted, nameKey })
  const fresh = (salted: boolean): string => `${on.name} ${salted} ${++count}`
  const digests = async (tenant: string, salted: boolean) => {
    const text = contentOf(await backedUp(scopeOf(tenant, salted))).join('\n')
    // Checks of lines, which are of the backup, and times are shorter.
    return new Set(text.match(/[0-9a-f]{12,}/g) ?? [])
  }

  for (const [name, [short, long]] of Object.entries(files))
    it(`tell in a salted tenant nothing of ${name}, and a longer state of the file is known again`, async () => {
      const tenants = [fresh(false), fresh(false), fresh(true)] as const
      const salted = (tenant: string) => tenant === tenants[2]
      for (const tenant of tenants)
        for (const [bytes, added, unchanged] of [
          [short, 2, 0],
          [short, 0, 2],
          [long, 1, 2],
        ] as const) {
          const { report } = await imports(scopeOf(tenant, salted(tenant)), bytes)
          assert.deepEqual([report.added, report.unchanged], [added, unchanged], tenant)
        }
      // What two plain tenants have in common was made of the content.
      const [one, other, hidden] = await Promise.all(tenants.map((tenant) => digests(tenant, salted(tenant))))
      const made = [...(one ?? [])].filter((digest) => other?.has(digest))
      assert.ok(made.length > 3, made.join())
      assert.deepEqual(
        made.filter((digest) => hidden?.has(digest)),
        [],
      )
    })

  it('lead a host without ids to the same conversation, in a salted tenant too', async () => {
    const told = async (tenant: string, salted: boolean) => {
      const conversationKey = { firstUserMessage: 'my number is 17' }
      const blocks = [{ type: 'text' as const, text: 'my number is 17' }]
      const { conversation } = await storeTurn(scopeOf(tenant, salted), { conversationKey, role: 'USER', blocks })
      return conversation.id
    }
    const [plain, salted] = [fresh(false), fresh(true)]
    assert.equal(await told(plain, false), await told(fresh(false), false))
    assert.match(await told(salted, true), /^conv_[0-9a-f]{32}$/)
    assert.equal(await told(salted, true), await told(salted, true))
    assert.notEqual(await told(salted, true), await told(plain, false))
  })
})
