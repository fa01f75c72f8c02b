/** A process that writes to the registry for as long as it lives: `registryWriter.ts revoke|create|both PREFIX`; names what is done. */
import { writeSync } from 'node:fs'
import { revokeKey } from '../../../src/app/access/keys.ts'
import { createTenant } from '../../../src/app/access/tenants.ts'
import { openParts } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'

const [, , what, prefix = ''] = process.argv
const { store, fresh } = await openParts(readConfig(process.env))
const keys = await store.registry.apiKeys()
/** At once, so that it is told though the process ends. */
const tell = (name: string) => writeSync(1, `${name}\n`)
for (let n = 0; what === 'create' || n < keys.length; n++) {
  if (what !== 'create') {
    const id = keys[n]?.id ?? ''
    await revokeKey(store.registry, fresh, id)
    tell(id)
  }
  if (what !== 'revoke') {
    const name = `${prefix}-${n}`
    await createTenant(store.registry, fresh, name, true)
    tell(name)
  }
}
