/** Erases as its arguments ask, and prints when the erasure is stored as under way and when it is done. */
import { writeSync } from 'node:fs'
import { erase, type EraseInput } from '../../../src/app/erasures/erase.ts'
import type { Changes } from '../../../src/domain/changes.ts'
import { openParts } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'

const [settings = '{}', input = ''] = process.argv.slice(2)
const parts = await openParts(readConfig(JSON.parse(settings) as Record<string, string>))
const scope = parts.scope()
const { store } = scope
let isUnderWay = false
const write = async (changes: Changes) => {
  const outcome = await store.write(changes)
  if (!isUnderWay && changes.erasures.length > 0) writeSync(1, 'is under way\n')
  isUnderWay ||= changes.erasures.length > 0
  return outcome
}
const noting = Object.create(store, { write: { value: write } }) as typeof store
await erase({ ...scope, store: noting }, JSON.parse(input) as EraseInput)
writeSync(1, 'done\n')
await parts.close()
