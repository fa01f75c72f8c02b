import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endWithNpm } from '../bin/endWithNpm.js'
import { mutants } from './mutants/list.ts'
import type { Killer, Mutant } from './mutants/mutant.ts'
import { openWorkshop, type Workshop } from './mutants/workshop.ts'
import { lineNames, startNeo4j, type Line, type Neo4jServer } from './neo4j.ts'
import { serverVariable } from './testing/servers.ts'

/**
 * `npm run mutants [-- --store 5.26 --only cursor]`: breaks the isolation of tenants in a copy of the sources, one place at
 * a time, and runs the tests that must notice. Prints which test did, or SURVIVED; ends with 1 when one has.
 */
const { values } = parseArgs({
  options: { store: { type: 'string', default: 'sqlite' }, only: { type: 'string', default: '' } },
})

/** Returns the test that noticed; null when none did. */
async function killerOf(workshop: Workshop, mutant: Mutant): Promise<string | null> {
  return workshop.broken(mutant, async () => {
    for (const killer of mutant.killers) {
      const { names } = await workshop.failures(killer)
      if (names[0] !== undefined) return `${killer.file}: ${names[0]}`
    }
    return null
  })
}

/** A test that fails by itself would kill everything. */
async function checkSound(workshop: Workshop, killers: readonly Killer[]): Promise<void> {
  const known = new Map(killers.map((killer) => [JSON.stringify(killer), killer]))
  for (const killer of known.values()) {
    const { names, output } = await workshop.failures(killer)
    if (names.length > 0) throw new Error(`${killer.file} fails where nothing is broken:\n${output}`)
    if (!/^# pass [1-9]/m.test(output)) throw new Error(`${killer.file} has no test "${killer.only ?? ''}".`)
  }
}

async function tried(workshop: Workshop, wanted: readonly Mutant[]): Promise<number> {
  const killers = wanted.flatMap((mutant) => mutant.killers)
  await checkSound(workshop, killers)
  console.log('| mutant | file | killed by |\n| --- | --- | --- |')
  let survived = 0
  for (const mutant of wanted) {
    const killer = await killerOf(workshop, mutant)
    if (killer === null) survived++
    console.log(`| ${mutant.name} | ${mutant.file} | ${killer ?? '**SURVIVED**'} |`)
  }
  console.log(`\n${wanted.length} mutants, ${wanted.length - survived} killed, ${survived} survived.`)
  return survived === 0 ? 0 : 1
}

async function serverOf(line: Line | undefined, home: string): Promise<Neo4jServer | null> {
  return line === undefined ? null : startNeo4j({ line, home })
}

/** What tells a test where the server is. */
function addressOf(line: Line, { uri, user, password }: Neo4jServer): Record<string, string> {
  const address = new URL(uri)
  Object.assign(address, { username: user, password })
  return { [serverVariable(line)]: address.href }
}

endWithNpm()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const line = lineNames.find((name) => name === values.store)
if (line === undefined && values.store !== 'sqlite')
  throw new Error(`--store takes sqlite or ${lineNames.join(' or ')}.`)
const home = mkdtempSync(join(tmpdir(), 'turngraph-mutants-neo4j-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
const server = await serverOf(line, home)
const workshop = openWorkshop({ TEST_STORES: values.store, ...(line && server ? addressOf(line, server) : {}) })
const wanted = mutants.filter(
  ({ onNeo4j = false, name }) => onNeo4j === (line !== undefined) && name.includes(values.only),
)
try {
  process.exitCode = await tried(workshop, wanted)
} finally {
  workshop.close()
  await server?.stop()
}
