import { mkdtempSync, readFileSync } from 'node:fs'
import { openParts } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import { fuzzImports, transcriptsOf } from '../test/support/fuzz.ts'
import { importTranscript } from '../src/app/imports/importTranscript.ts'
import { bytesSource } from '../src/formats/importSource.ts'
const [format='', file='', n='17'] = process.argv.slice(2)
const folder = mkdtempSync('/tmp/zz-')
const parts = await openParts(readConfig({ ...process.env, DATA: folder, LOG_LEVEL: 'warn' }))
await fuzzImports({ scope: () => parts.scope(), files: transcriptsOf(format), seed: 1, count: Number(n), mostBytes: 100000, onFile: () => {} })
console.log('--- before', folder)
for (const k of [1,2]) {
process.env['ZZ'] = '1'
const { report, conversationIds } = await importTranscript(parts.scope(), { source: bytesSource(null, readFileSync(file)) })
console.log(k, report.added, report.unchanged, report.danglingParents, conversationIds)
}
await parts.store.close(); await parts.search.close(); process.exit(0)
