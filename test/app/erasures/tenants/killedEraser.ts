/** Erases a tenant as its arguments ask, prints when some of its rows are removed, and stands still there. */
import { writeSync } from 'node:fs'
import { eraseTenant } from '../../../../src/app/erasures/tenants/eraseTenant.ts'
import { openParts } from '../../../../src/compose.ts'
import { readConfig } from '../../../../src/config/config.ts'

const [settings = '{}', name = ''] = process.argv.slice(2)
const parts = await openParts(readConfig(JSON.parse(settings) as Record<string, string>))
const onRemoved = () => {
  writeSync(1, 'removes rows\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
await eraseTenant(parts, { name, reason: 'OTHER', settleMs: 0, onRemoved })
