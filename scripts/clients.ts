import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { commandPath } from './neo4j/java.ts'
import { root } from './root.ts'
import { isInstalled } from './testing/prepare.ts'

const inCi = process.env['CI'] === 'true'
const folder = join(root, 'test/clients')
const caches = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')

/** Python's packages that tests use, by the folder of `test/` whose `requirements.txt` names them. */
const pythonFolders = {
  clients: 'clients',
  acp: 'adapters/acp',
  mcp: 'adapters/mcpClients',
  package: 'python',
  proxy: 'adapters/proxyPython',
} as const
/** Those of tests that take turns in CI: a turn that has one installs it there. */
const inRotation: readonly string[] = ['proxy'] satisfies PythonName[]
type PythonName = keyof typeof pythonFolders

/** The Python that has the clients, once `whyNoPython` finds nothing missing. */
export const python = pythonOf('clients')

/** Returns the Python that has the packages of that name, once `whyNoPython` finds nothing missing. */
export function pythonOf(name: PythonName): string {
  return join(environmentOf(name), 'bin/python')
}

/** Something that is made once for what it depends on, and remembered by a stamp. */
interface Made {
  readonly name: string
  readonly stamp: string
  readonly state: string
  readonly make: () => void
}

/** What Relay's and gql.tada's compilers make of the schema. */
const types: Made = {
  name: "the clients' types",
  stamp: join(folder, 'generated/.stamp'),
  state: hashOf(['package-lock.json', 'relay.config.json', 'walks/relayOperations.ts', '../../schema.graphql']),
  make() {
    mkdirSync(join(folder, 'generated/relay'), { recursive: true })
    run('node', ['node_modules/relay-compiler/cli.js'])
    run('node', ['node_modules/gql.tada/bin/cli.js', 'generate-output'])
  },
}

function environmentOf(name: PythonName): string {
  return join(caches, 'turngraph', `python-${name}-${hashOf([requirementsOf(name)])}`)
}

function requirementsOf(name: PythonName): string {
  return join('..', pythonFolders[name], 'requirements.txt')
}

function pythonPackages(name: PythonName): Made {
  const environment = environmentOf(name)
  return {
    name: `what test/${pythonFolders[name]} needs of Python`,
    stamp: join(environment, '.stamp'),
    state: '',
    make() {
      rmSync(environment, { recursive: true, force: true })
      run('python3', ['-m', 'venv', environment])
      const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirementsOf(name)]
      run(pythonOf(name), install)
    },
  }
}

/** Returns why the clients in test/clients cannot run, null when they can. With CI=true they are installed first. */
export function whyNoClients(install = inCi): string | null {
  if (!isInstalled('test/clients')) {
    if (!install) return 'npm run clients installs the packages that this needs'
    console.log("Making the clients' packages …")
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  }
  make(types)
  return null
}

/** Returns why clients in Python cannot run, null when they can. With CI=true they are installed first. */
export function whyNoPython(name: PythonName = 'clients', install = inCi): string | null {
  const packages = pythonPackages(name)
  if (isMade(packages)) return null
  if (!commandPath('python3')) return 'Python 3 was not found'
  if (!install) return 'npm run clients installs the packages that this needs'
  make(packages)
  return null
}

const isMade = ({ stamp, state }: Made): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === state

function make(made: Made): void {
  if (isMade(made)) return
  console.log(`Making ${made.name} …`)
  made.make()
  writeFileSync(made.stamp, made.state)
}

/** Runs a program in test/clients; what it says is shown when it fails. */
function run(command: string, args: readonly string[]): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(join(folder, file))).update('\0')
  return hash.digest('hex').slice(0, 16)
}

if (process.argv[1] === import.meta.filename) {
  const names = Object.keys(pythonFolders) as PythonName[]
  const now = names.filter((name) => !inCi || !inRotation.includes(name))
  const found = [whyNoClients(true), ...now.map((name) => whyNoPython(name, true))]
  const obstacles = found.filter((obstacle) => obstacle !== null)
  for (const obstacle of obstacles) console.error(obstacle)
  process.exitCode = obstacles.length
}
