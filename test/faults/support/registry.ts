import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../../../scripts/root.ts'
import { createKey } from '../../../src/app/access/keys.ts'
import { createTenant } from '../../../src/app/access/tenants.ts'
import type { OpenParts } from '../../../src/compose.ts'
import type { TenantRecord } from '../../../src/domain/access/requester.ts'
import { tenantFor } from '../../support/tenants.ts'
import { program } from '../../support/program.ts'

/** The registry of a store, and what makes its times. */
export type RegistryParts = Pick<OpenParts, 'store' | 'fresh'>

/** What is written to the registry: revocations of all keys that there are, tenants whose names begin so, or both in turns. */
export interface RegistryWork {
  readonly env: Readonly<Record<string, string>>
  readonly what: 'revoke' | 'create' | 'both'
  readonly prefix: string
}

/** Has a process write, calls `kill` once it has named so many things as done, and returns what it named before it ended. */
export async function writtenUntil(
  { env, what, prefix }: RegistryWork,
  least: number,
  kill: (child: ChildProcess) => void,
): Promise<string[]> {
  const writer = [...program('test/faults/support/registryWriter.ts'), what, prefix]
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  const child = spawn(process.execPath, writer, { cwd: root, env: { ...process.env, ...env }, stdio: [...stdio] })
  const closed = once(child, 'close')
  let told = ''
  let isKilled = false
  child.stdout.on('data', (piece: Buffer) => {
    told += piece.toString()
    if (isKilled || told.split('\n').length <= least) return
    isKilled = true
    kill(child)
  })
  await closed
  assert.ok(isKilled, `It ended by itself after "${told}".`)
  return told.split('\n').slice(0, -1)
}

/** Returns a new key of that tenant, and its text. */
export function keyOf({ store, fresh }: RegistryParts, tenant: string): ReturnType<typeof createKey> {
  const asked = { tenant: tenantFor(tenant), scopes: ['READ', 'WRITE'] as const, label: null, milliseconds: null }
  return createKey(store.registry, fresh, asked)
}

/** Each of these keys is revoked. */
export async function holdsRevoked({ store }: RegistryParts, ids: ReadonlySet<string>): Promise<void> {
  const kept = new Map((await store.registry.apiKeys()).map((key) => [key.id, key]))
  for (const id of ids) assert.notEqual(kept.get(id)?.revokedAt ?? null, null, id)
}

/** Tenants of before are what they were, those that were made are whole, and no name is given again. */
export async function holdsMade(
  { store, fresh }: RegistryParts,
  before: readonly TenantRecord[],
  { made, prefix }: { readonly made: readonly string[]; readonly prefix: string },
): Promise<void> {
  const after = await store.registry.tenants()
  const names = after.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length, names.join(' '))
  for (const each of made) assert.ok(names.includes(tenantFor(each)), each)
  for (const old of before)
    assert.deepEqual(
      after.find(({ name }) => name === old.name),
      old,
    )
  for (const { name, state, nameKey, salted, createdAt } of after.filter((each) => each.name !== 'default')) {
    assert.deepEqual([state, salted, createdAt === null], ['ACTIVE', true, false], name)
    assert.match(nameKey, /^[0-9a-f]{64}$/, name)
    await assert.rejects(createTenant(store.registry, fresh, name, true), { code: 'ALREADY_EXISTS' })
  }
  // At most the one that was under way is there besides.
  const unheard = names.filter((each) => each.startsWith(`${prefix}-`) && !made.includes(each))
  assert.ok(unheard.length <= 1, unheard.join(' '))
  for (const each of [...made.slice(-1), ...unheard]) assert.ok((await keyOf({ store, fresh }, each)).text)
}
