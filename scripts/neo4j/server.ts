import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { javaFor, lines, resolveClasspath, type Line } from './lines.ts'
import { freePort } from './port.ts'

export interface Neo4jOptions {
  readonly line: Line
  /** Where data, settings and logs are kept; made when missing. */
  readonly home: string
  readonly port?: number
  /** Where it answers over HTTP as well; not at all when absent. */
  readonly httpPort?: number
  readonly password?: string
  readonly heap?: { readonly initial: string; readonly most: string }
  /** Whether files grow ahead of what they hold, by up to 32 MiB; yes when absent. */
  readonly growsAhead?: boolean
  /** What its configuration says besides. */
  readonly settings?: Readonly<Record<string, string>>
  /** Whether it runs long enough to be worth compiling well; no when absent: so it starts, and tests end, in half the time. */
  readonly lasts?: boolean
}

export interface Neo4jServer {
  readonly uri: string
  readonly user: string
  readonly password: string
  readonly pid: number
  readonly line: Line
  /** Ends the server as an operator would. */
  stop(): Promise<void>
  /** Ends the server as a power cut would. */
  kill9(): Promise<void>
  /** Starts it again on the same home and port, ending it first when it still runs. */
  restart(): Promise<void>
}

const user = 'neo4j'
const startLimit = 120_000

/** Starts a real server and answers when a write goes through; it ends with this process, however this ends. */
export async function startNeo4j(options: Neo4jOptions): Promise<Neo4jServer> {
  const home = resolve(options.home)
  const port = options.port ?? (await freePort())
  const password = options.password ?? 'turngraph-development'
  const uri = `bolt://127.0.0.1:${port}`
  const start = async (): Promise<Running> => {
    const running = await launch({ ...options, home }, port)
    await waitUntilReady(running, { uri, user, password, home })
    return running
  }
  let running = await start()
  return {
    uri,
    user,
    password,
    line: options.line,
    get pid() {
      return running.pid
    },
    stop: () => running.end('SIGTERM'),
    kill9: () => running.end('SIGKILL'),
    restart: async () => {
      await running.end('SIGTERM')
      running = await start()
    },
  }
}

interface Running {
  readonly pid: number
  readonly exited: () => boolean
  readonly log: string
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

async function launch(options: Neo4jOptions, port: number): Promise<Running> {
  const { line, home } = options
  const java = await javaFor(line)
  const classpath = await resolveClasspath(line)
  if (!java) throw new Error(`Neo4j ${line} needs Java ${lines[line].java.join(' or ')}.`)
  writeSettings(options, port)
  const log = join(home, 'console.log')
  const output = openSync(log, 'a')
  const child = spawn(join(java.home, 'bin/java'), javaArguments(options, classpath), {
    stdio: ['ignore', output, output],
    detached: true, // A terminal's Ctrl-C is ours to pass on.
  })
  closeSync(output)
  return supervise(child, log)
}

function supervise(child: ChildProcess, log: string): Running {
  const { pid } = child
  if (pid === undefined) throw new Error('Java could not be started.')
  const exited = (): boolean => child.exitCode !== null || child.signalCode !== null
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  const guardian = guard(pid)
  void gone.then(guardian.dismiss)
  child.unref()
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (exited()) return
    child.ref()
    child.kill(signal)
    const late = new AbortController()
    void sleep(60_000, undefined, { signal: late.signal, ref: false }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    )
    await gone
    late.abort()
  }
  return { pid, exited, log, end }
}

/** Kills `pid` when this process ends, even when this process is itself killed: then the pipe to the shell closes. */
function guard(pid: number): { dismiss: () => void } {
  const kill = (): boolean => process.kill(pid, 'SIGKILL')
  const shell = spawn('/bin/sh', ['-c', 'read -r word; [ "$word" = dismissed ] || kill -9 "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.unref()
  ;(shell.stdin as unknown as { unref(): void }).unref()
  shell.stdin.on('error', () => undefined)
  process.once('exit', kill)
  return {
    dismiss: () => {
      process.off('exit', kill)
      shell.stdin.end('dismissed\n')
    },
  }
}

/**
 * Compiles in haste, verifies no class, and keeps what it has compiled: 42 of this compiler's 48 MB are taken by 53 tests, and
 * the next 31 then took 15 s of the database's processor time, 5 with more room.
 */
const forTests = [
  ...['-XX:TieredStopAtLevel=1', '-XX:ReservedCodeCacheSize=240m', '-XX:+UseSerialGC'],
  ...['-XX:+UnlockDiagnosticVMOptions', '-XX:-BytecodeVerificationRemote'],
]

function javaArguments({ line, home, heap, lasts }: Neo4jOptions, classpath: string): string[] {
  const opened = ['java.nio', 'java.io', 'sun.nio.ch', 'java.util.concurrent']
  return [
    `-Xms${heap?.initial ?? '256m'}`,
    `-Xmx${heap?.most ?? '768m'}`,
    ...(lasts ? ['-XX:+UseG1GC'] : forTests),
    ...opened.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    '--enable-native-access=ALL-UNNAMED',
    '-cp',
    classpath,
    lines[line].mainClass,
    `--home-dir=${home}`,
    `--config-dir=${join(home, 'conf')}`,
    '--console-mode',
  ]
}

function writeSettings({ home, httpPort, growsAhead = true, settings: given }: Neo4jOptions, port: number): void {
  for (const folder of ['conf', 'data', 'logs', 'run', 'tx']) mkdirSync(join(home, folder), { recursive: true })
  const settings = {
    'server.directories.data': join(home, 'data'),
    'server.directories.logs': join(home, 'logs'),
    'server.directories.run': join(home, 'run'),
    'server.directories.transaction.logs.root': join(home, 'tx'),
    'server.bolt.listen_address': `127.0.0.1:${port}`,
    'server.bolt.advertised_address': `127.0.0.1:${port}`,
    'server.http.enabled': httpPort !== undefined,
    ...(httpPort === undefined ? {} : { 'server.http.listen_address': `127.0.0.1:${httpPort}` }),
    'server.https.enabled': false,
    'server.memory.pagecache.size': '128m',
    ...(growsAhead ? {} : { 'db.store.files.preallocate': false }),
    'db.transaction.timeout': '60s',
    'db.lock.acquisition.timeout': '10s',
    'dbms.security.auth_enabled': true,
    'dbms.usage_report.enabled': false,
    ...given,
  }
  const text = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(home, 'conf/neo4j.conf'), text.join(''))
}

interface Login {
  readonly uri: string
  readonly user: string
  readonly password: string
  readonly home: string
}

async function waitUntilReady(running: Running, login: Login): Promise<void> {
  const marker = join(login.home, 'password-set')
  const deadline = Date.now() + startLimit
  // The driver takes long to load, and whoever only asks what is there needs none.
  const { openForUse } = await import('./login.ts')
  for (;;) {
    if (running.exited()) throw new Error(`Neo4j ended while it started:\n${lastLines(running.log)}`)
    if (await openForUse(login, existsSync(marker))) break
    if (Date.now() > deadline) {
      await running.end('SIGKILL')
      throw new Error(`Neo4j did not answer within ${startLimit / 1000} s:\n${lastLines(running.log)}`)
    }
    await sleep(100)
  }
  writeFileSync(marker, '')
}

const lastLines = (path: string): string => readFileSync(path, 'utf8').split('\n').slice(-20).join('\n')
