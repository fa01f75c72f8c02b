import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { parse } from 'yaml'
import { startNeo4j, whyNot } from '../scripts/neo4j.ts'
import { freePort } from '../scripts/neo4j/port.ts'
import { root } from '../scripts/root.ts'
import { readConfig } from '../src/config.ts'
import { isWanted } from './support/stores.ts'

interface Service {
  readonly image?: string
  readonly build?: string
  readonly profiles?: readonly string[]
  readonly depends_on?: Record<string, { readonly condition: string }>
  readonly environment: Readonly<Record<string, string | null>>
  readonly ports: readonly string[]
  readonly volumes: readonly string[]
  readonly stop_grace_period: string
  readonly healthcheck: { readonly test: readonly string[] }
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { services, volumes } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<'neo4j' | 'api' | 'sqlite', Service>
  volumes: Record<string, unknown>
}

/** What compose would put for the variables of a text. */
function filled(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-+])([^}]*))?\}/g, (_, name: string, sign?: string, word: string = '') => {
    const value = env[name] ?? ''
    if (sign === '+') return value === '' ? '' : word
    return value === '' ? word : value
  })
}

describe('docker-compose.yml', () => {
  it('publishes every port on loopback alone', () => {
    for (const [name, { ports }] of Object.entries(services))
      for (const port of ports) assert.match(port, /^127\.0\.0\.1:/, name)
  })

  it("publishes Neo4j's browser and bolt, and tells the browser where bolt is", () => {
    const { ports, environment } = services.neo4j
    assert.deepEqual(
      ports.map((port) => filled(port, {})),
      ['127.0.0.1:7474:7474', '127.0.0.1:7687:7687'],
    )
    const moved = { NEO4J_BOLT_PORT: '7700' }
    assert.equal(filled(ports[1]!, moved), '127.0.0.1:7700:7687')
    assert.equal(filled(environment['NEO4J_server_bolt_advertised__address']!, moved), 'localhost:7700')
  })

  it('passes on every variable of the README that it does not set itself', () => {
    const documented = [...read('README.md').matchAll(/^\| `([A-Z\d_]+)` \|/gm)].map(([, name = '']) => name)
    const own = ['HOST', 'PORT', 'DATA', 'STORE', 'STORE_USER', 'STORE_PASSWORD', 'STORE_DATABASE']
    const wanted = [...documented.filter((name) => !own.includes(name)), 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
    for (const service of [services.api, services.sqlite]) {
      const passed = Object.entries(service.environment).filter(([, value]) => value === null)
      const names = passed.map(([name]) => name).filter((name) => name !== 'STORE_DATABASE')
      assert.deepEqual(names.sort(), wanted.sort())
    }
  })

  it('gives each server time to stop', () => {
    assert.equal(services.neo4j.stop_grace_period, '2m')
    for (const name of ['api', 'sqlite'] as const) assert.equal(services[name].stop_grace_period, '30s')
  })

  it('bounds the memory of Neo4j by variables', () => {
    const { environment } = services.neo4j
    const env = { NEO4J_HEAP: '3G', NEO4J_PAGECACHE: '2G' }
    const settings = ['heap_initial__size', 'heap_max__size', 'pagecache_size']
    const sizes = (given: Record<string, string>) =>
      settings.map((name) => filled(environment[`NEO4J_server_memory_${name}`]!, given))
    assert.deepEqual(sizes(env), ['3G', '3G', '2G'])
    assert.deepEqual(sizes({}), ['1G', '1G', '512M'])
  })

  it('runs the API on Neo4j once that is ready, with settings that the server takes', () => {
    const { api } = services
    assert.deepEqual(api.depends_on, { neo4j: { condition: 'service_healthy' } })
    assert.equal(api.profiles, undefined)
    assert.equal(
      filled(services.neo4j.environment['NEO4J_AUTH']!, { NEO4J_PASSWORD: 'secret-one' }),
      'neo4j/secret-one',
    )
    const { store } = readConfig(setOf(api, { NEO4J_PASSWORD: 'secret-one' }))
    assert.deepEqual(store, readConfig({ STORE: 'bolt://neo4j:7687', STORE_PASSWORD: 'secret-one' }).store)
  })

  it('says what is missing where no password is given', () => {
    assert.equal(filled(services.neo4j.environment['NEO4J_AUTH']!, {}), 'Set NEO4J_PASSWORD to at least 8 characters.')
  })

  it('runs the same image on SQLite alone by a profile, with data of its own', () => {
    const { sqlite, api } = services
    assert.deepEqual(sqlite.profiles, ['sqlite'])
    assert.equal(sqlite.depends_on, undefined)
    assert.equal(sqlite.build, api.build)
    assert.deepEqual(readConfig(setOf(sqlite, {})), readConfig({}))
    const named = Object.values(services).flatMap((service) => service.volumes.map((volume) => volume.split(':')[0]!))
    assert.deepEqual(named.sort(), Object.keys(volumes).sort())
  })

  it('needs no variable', () => assert.doesNotMatch(read('docker-compose.yml'), /\$\{\w+:?\?/))
})

const setOf = ({ environment }: Service, env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, filled(value, env)]])),
  )

const skip = (await whyNot('5.26')) ?? false

describe("docker-compose.yml's health check of Neo4j", () => {
  const password = 'with "quotes", %s and $HOME'
  const [command = '', ...given] = services.neo4j.healthcheck.test.slice(1)

  /** Whether the check says ready of the server at a port. */
  async function isReady(port: number, { login = password, timeout = 20_000 } = {}): Promise<boolean> {
    const words = given.map((word) => word.replaceAll('$$', '$').replace('/127.0.0.1/7474', `/127.0.0.1/${port}`))
    const env = { ...process.env, HEALTHCHECK_PASSWORD: login }
    const [status] = (await once(spawn(command, words, { env, timeout, stdio: 'ignore' }), 'close')) as [number | null]
    return status === 0
  }

  it('starts no JVM', () => {
    assert.equal(command, 'bash')
    assert.doesNotMatch(given.join(' '), /cypher-shell|neo4j-admin|java/)
  })

  it('is not ready where nothing answers, or where what answers takes no write', async (t) => {
    const silent = createServer((socket) => socket.end('HTTP/1.1 503 Unavailable\r\n\r\n')).listen(0, '127.0.0.1')
    t.after(() => silent.close())
    await once(silent, 'listening')
    assert.equal(await isReady((silent.address() as AddressInfo).port), false)
    assert.equal(await isReady(await freePort()), false)
  })

  if (isWanted('5.26'))
    it('is ready where a write goes through, and not where only reads do', { skip }, async (t) => {
      const home = mkdtempSync(join(tmpdir(), 'turngraph-compose-'))
      const httpPort = await freePort()
      const server = await startNeo4j({ line: '5.26', home, httpPort, password })
      t.after(async () => {
        await server.stop()
        rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
      })
      assert.equal(await isReady(httpPort), true)
      assert.equal(await isReady(httpPort, { login: 'another one' }), false)
      const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, password))
      t.after(() => driver.close())
      const { records } = await driver.executeQuery('MATCH (n) RETURN labels(n) AS labels')
      assert.deepEqual(
        records.map((record) => record.get('labels') as unknown),
        [['HealthCheck']],
      )
      // Whoever holds the lock keeps writes waiting; compose gives the check so long and no longer.
      const transaction = driver.session().beginTransaction()
      await transaction.run('MATCH (check:HealthCheck) SET check.held = true')
      assert.equal(await isReady(httpPort, { timeout: 2_000 }), false)
      await transaction.rollback()
      assert.equal(await isReady(httpPort), true)
    })
})
