import type { AddressInfo } from 'node:net'
import { anyKeyHolds } from './app/access/keys.ts'
import { compose, type App } from './compose.ts'
import { ConfigRefused, knownVariables, readConfig, refuseReachable, type Config } from './config/config.ts'
import { plainText } from './domain/messages/plainText.ts'
import { misspelt } from './config/misspelt.ts'
import { StoreRefused } from './storage/errors.ts'
import { StoreUnavailable } from './storage/graphStore.ts'
import { ensureTemporaryFolder } from './runtime/temporaryFolder.ts'

/**
 * So many connections may wait to be taken while the process is busy; the system has a bound of its own (`somaxconn`). Of
 * more, a client believes that they are open until the system gives them up: reset, and never answered.
 */
const waitingConnections = 4_096

/** Serves the API until a signal comes; says in one line why when it cannot. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  for (const advice of misspelt(env, knownVariables)) console.error(plainText(advice))
  try {
    const config = readConfig(env)
    refuseReachable(config)
    const missing = ensureTemporaryFolder(config.data)
    if (missing !== null) throw new ConfigRefused(missing)
    const app = await compose(config)
    stopOnSignal(app)
    endOutdated(app)
    liveOn(app)
    await listen(app, config)
  } catch (thrown) {
    const reason = reasonOf(thrown)
    if (reason === null) throw thrown
    console.error(plainText(reason))
    // A database that took the connection and says nothing would keep the process.
    process.exit(1)
  }
}

async function listen(app: App, config: Config): Promise<void> {
  const { host, port, publishedPort } = config
  try {
    await app.server.listen({ host, port, backlog: waitingConnections })
    await app.followSessions()
    void app.watchPeers()
  } catch (thrown) {
    await app.close()
    throw thrown
  }
  await adviseWithoutKeys(app, config)
  const { port: open } = app.server.server.address() as AddressInfo
  console.log(`turngraph listens on ${placeOf(host, open, publishedPort)} (${app.store.name})`)
  if (config.proxy) console.log(basesOf(config.proxy, publishedPort ?? open))
}

/** A browser cannot open 0.0.0.0, and the port of a container is published as whatever its host says. */
export function placeOf(host: string, port: number, published: number | null = null): string {
  if (published !== null) return `http://127.0.0.1:${published}/graphql`
  if (/^(0\.0\.0\.0|\[?::\]?)$/.test(host))
    return `port ${port} of all its addresses; of a container, open the port that it is published as`
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}/graphql`
}

/** Returns the base URLs that programs use in place of their provider's. */
function basesOf({ openAi, anthropic, record }: NonNullable<Config['proxy']>, port: number): string {
  const base = `http://127.0.0.1:${port}`
  const lines = [
    anthropic === null ? '' : `ANTHROPIC_BASE_URL=${base}`,
    openAi === null ? '' : `OPENAI_BASE_URL=${base}/v1`,
  ]
  const named = lines.filter((line) => line !== '').join(' ')
  return `${record === 'off' ? 'Passes requests for models on' : 'Records requests for models'}: ${named}`
}

/** A server without keys says so once: an operator who has just set AUTH would look for the fault elsewhere. */
async function adviseWithoutKeys({ store }: App, { auth }: Config): Promise<void> {
  if (auth === null || auth.jwt !== null) return
  const letsIn = await anyKeyHolds(store.registry, Date.now()).catch(() => true)
  if (!letsIn) console.log('There is no API key yet. Make one: turngraph keys create --scope read,write')
}

/** What a person must know to help it start; null for a fault of ours. */
function reasonOf(thrown: unknown): string | null {
  if (thrown instanceof ConfigRefused || thrown instanceof StoreRefused || thrown instanceof StoreUnavailable)
    return thrown.message
  const { code, address, port } = thrown as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} of ${address} is in use. Set PORT to another one (0: any free port).`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST: this machine has no address "${address}".`
  if (code === 'EACCES') return `Port ${port} of ${address} may not be used by this user. Set PORT to one above 1023.`
  return null
}

function stopOnSignal(app: App): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      void stop(app)
    })
}

/** The exit status of a server whose store a newer version has taken over. */
const outdatedStatus = 3
/** It ends within this time, in milliseconds, whatever is under way. */
const longestEnd = 20_000

/** Ends a server that may write no more, so that what started it starts the new version. */
function endOutdated(app: App): void {
  void app.store.outdated?.then(async () => {
    app.log.error(
      { exitStatus: outdatedStatus },
      'A newer version of turngraph has taken the store over: this server takes no more requests, and ends',
    )
    setTimeout(() => process.exit(outdatedStatus), longestEnd).unref()
    await app.close().catch((thrown: unknown) => app.log.error({ err: thrown }, 'The server did not stop cleanly'))
    process.exit(outdatedStatus)
  })
}

/** An unhandled rejection is a defect of one request: it is logged, and all others go on. */
function liveOn({ log }: App): void {
  process.on('unhandledRejection', (thrown) => log.error({ err: thrown }, 'Unhandled rejection'))
}

/** Takes no more requests, finishes those in flight, closes the store. */
async function stop(app: App): Promise<void> {
  try {
    await app.close()
    process.exit(0)
  } catch (thrown) {
    app.log.error({ err: thrown }, 'The server did not stop cleanly')
    process.exit(1)
  }
}
