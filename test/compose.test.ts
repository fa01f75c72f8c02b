import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { freePort } from '../scripts/neo4j/port.ts'
import { root } from '../scripts/root.ts'
import { readConfig } from '../src/config/config.ts'
import { checkPassword, healthCheck, isReady, services, volumes, type Service } from './support/compose.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

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
    for (const [name, { ports = [] }] of Object.entries(services))
      for (const port of ports) assert.match(port, /^127\.0\.0\.1:/, name)
  })

  it("publishes Neo4j's browser and bolt, and tells the browser where bolt is", () => {
    const { ports = [], environment } = services.neo4j
    assert.deepEqual(
      ports.map((port) => filled(port, {})),
      ['127.0.0.1:7474:7474', '127.0.0.1:7687:7687'],
    )
    const moved = { NEO4J_BOLT_PORT: '7700' }
    assert.equal(filled(ports[1]!, moved), '127.0.0.1:7700:7687')
    assert.equal(filled(environment['NEO4J_server_bolt_advertised__address']!, moved), 'localhost:7700')
  })

  it('passes on every documented variable that it does not set itself', () => {
    const documented = [...read('docs/configuration.md').matchAll(/^\| `([A-Z\d_]+)` \|/gm)].map(
      ([, name = '']) => name,
    )
    const own = [
      'HOST',
      'PORT',
      'PUBLISHED_PORT',
      'ALLOW_ANONYMOUS',
      'DATA',
      'STORE',
      'STORE_USER',
      'STORE_PASSWORD',
      'STORE_DATABASE',
    ]
    const wanted = [...documented.filter((name) => !own.includes(name)), 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
    for (const service of [services.api, services['api-2'], services['api-3'], services.sqlite]) {
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

  it('refuses a password that Neo4j would not take, in one sentence that does not quote it, before Neo4j starts', async () => {
    const { depends_on: before } = services.neo4j
    assert.deepEqual(before, { 'neo4j-password': { condition: 'service_completed_successfully' } })
    assert.equal(services['neo4j-password'].restart, 'no')
    const refused: [string, RegExp][] = [
      ['', /^NEO4J_PASSWORD is missing: set it to at least 8 characters\. .+\n$/],
      ['tiny', /^NEO4J_PASSWORD is too short: set it to at least 8 characters\. .+\n$/],
      ['quite/long enough', /^NEO4J_PASSWORD must not contain a "\/": .+\n$/],
    ]
    for (const [password, sentence] of refused) {
      const { status, stderr } = await checkPassword(filled('${NEO4J_PASSWORD:-}', { NEO4J_PASSWORD: password }))
      assert.equal(status, 1)
      assert.match(stderr, sentence)
      assert.ok(password === '' || !stderr.includes(password))
    }
    for (const password of ['8 chars.', 'ümläuts*', '$HOME\'`"\\?'])
      assert.deepEqual(await checkPassword(password), { status: 0, stderr: '' }, password)
  })

  it('runs the same image on SQLite alone by a profile, with data of its own', () => {
    const { sqlite, api } = services
    assert.deepEqual(sqlite.profiles, ['sqlite'])
    assert.equal(sqlite.depends_on, undefined)
    assert.equal(sqlite.build, api.build)
    assert.deepEqual(readConfig(setOf(sqlite, {})), readConfig({ ALLOW_ANONYMOUS: '1', PUBLISHED_PORT: '4000' }))
    const named = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]!))
    assert.deepEqual([...new Set(named)].sort(), Object.keys(volumes).sort())
  })

  it('runs three servers on one Neo4j by a profile, which share their data and differ in their ports', () => {
    const { api } = services
    const others = [services['api-2'], services['api-3']]
    for (const other of others) {
      assert.deepEqual([other.profiles, other.depends_on, other.volumes], [['servers'], api.depends_on, api.volumes])
      const given = { NEO4J_PASSWORD: 'secret-one' }
      const [one, two] = [setOf(api, given), setOf(other, given)].map((env) =>
        readConfig({ ...env, PUBLISHED_PORT: '4000' }),
      )
      assert.deepEqual(two, one)
    }
    const ports = [api, ...others].map(({ ports: [port = ''] = [] }) => filled(port, {}))
    assert.deepEqual(ports, ['127.0.0.1:4000:4000', '127.0.0.1:4001:4000', '127.0.0.1:4002:4000'])
  })

  it('has a value for every variable that is not set', () =>
    assert.doesNotMatch(read('docker-compose.yml'), /\$\{\w+:?\?/))
})

const setOf = ({ environment }: Service, env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, filled(value, env)]])),
  )

describe("docker-compose.yml's health check of Neo4j", () => {
  it('starts no JVM', () => assert.doesNotMatch(healthCheck(7474).join(' '), /cypher-shell|neo4j-admin|java/))

  it('is not ready where nothing answers, or where what answers takes no write', async (t) => {
    const refusing = createServer((socket) => socket.end('HTTP/1.1 503 Unavailable\r\n\r\n')).listen(0, '127.0.0.1')
    t.after(() => refusing.close())
    await once(refusing, 'listening')
    assert.equal(await isReady((refusing.address() as AddressInfo).port, { password: 'any' }), false)
    assert.equal(await isReady(await freePort(), { password: 'any' }), false)
  })
})
