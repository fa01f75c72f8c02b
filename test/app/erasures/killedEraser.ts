/** Erases as it is told by its arguments, and says when it begins and that it is done. */
import { writeSync } from 'node:fs'
import { erase, type EraseInput } from '../../../src/app/erasures/erase.ts'
import { openParts } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'

const [DATA = '', input = ''] = process.argv.slice(2)
const parts = await openParts(readConfig({ DATA, LOG_LEVEL: 'silent' }))
writeSync(1, 'begins\n')
await erase(parts.scope(), JSON.parse(input) as EraseInput)
writeSync(1, 'done\n')
await parts.close()
