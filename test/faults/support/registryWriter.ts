/** A process that writes to the registry for as long as it lives: `registryWriter.ts revoke|create PREFIX`; names what is done. */
import { writeSync } from 'node:fs'
import { revokeKey } from '../../../src/app/access/keys.ts'
import { createTenant } from '../../../src/app/access/tenants.ts'
import { openParts } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config.ts'

const [, , what, prefix = ''] = process.argv
const { store, fresh } = await openParts(readConfig(process.env))
const keys = await store.registry.apiKeys()
for (let n = 0; what === 'create' || n < keys.length; n++) {
  const name = what === 'create' ? `${prefix}-${n}` : (keys[n]?.id ?? '')
  if (what === 'create') await createTenant(store.registry, fresh, name, true)
  else await revokeKey(store.registry, fresh, name)
  // At once, so that it is told though the process ends.
  writeSync(1, `${name}\n`)
}
