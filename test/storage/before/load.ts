/** Stores as the version before tenants, keys and salts made them (commit 8a6adbd), by `everything` of test/support/backups.ts. */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import neo4j, { type Driver } from 'neo4j-driver'
import { migrations } from '../../../src/storage/neo4j/schema.ts'
import { clear } from '../../support/clearNeo4j.ts'
import type { TestNeo4j } from '../../support/neo4j.ts'

/** What stands in both of them: how many observations, and the SHA-256 of all their ids and hashes. */
export const noted = {
  observations: 48,
  digest: '47c942663f4993684bfb61e07eca080050f2831cd36a9fabfddf34286af58a42',
  /** What was deleted, and still lies in the SQLite file. */
  deleted: 'the number of my card is 4000-1234',
  /** The version of Neo4j's schema. */
  version: 8,
}

const kept = (name: string): Buffer => brotliDecompressSync(readFileSync(new URL(name, import.meta.url)))

/** Returns the SQLite file. */
export const sqliteOfBefore = (): Buffer => kept('store.db.br')

/** A value as JSON says it. */
type Kept =
  string | number | boolean | null | { readonly int: string } | { readonly bytes: string } | { readonly time: Time }
/** From the year to the nanosecond. */
type Time = readonly [number, number, number, number, number, number, number]
type Properties = Readonly<Record<string, Kept>>
interface Graph {
  readonly nodes: readonly { readonly labels: readonly string[]; readonly properties: Properties }[]
  readonly edges: readonly {
    readonly from: number
    readonly type: string
    readonly to: number
    readonly properties: Properties
  }[]
}

/** Puts the Neo4j database onto a server, in place of what is there. */
export async function neo4jOfBefore(server: TestNeo4j): Promise<void> {
  const { nodes, edges } = JSON.parse(kept('neo4j.json.br').toString()) as Graph
  await clear(server)
  const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password))
  await driver.executeQuery('MATCH (n) DETACH DELETE n')
  await dropWhatIsNewer(driver)
  const rows = nodes.map((node, place) => ({ ...node, properties: { ...stored(node.properties), place_: place } }))
  for (const [labels, some] of grouped(rows, (row) => named(...row.labels)))
    await driver.executeQuery(`UNWIND $some AS row CREATE (n:${labels}) SET n = row.properties`, { some })
  const drawn = edges.map((edge) => ({ ...edge, properties: stored(edge.properties) }))
  for (const [type, some] of grouped(drawn, (edge) => named(edge.type)))
    await driver.executeQuery(
      `UNWIND $some AS row MATCH (a {place_: row.from}) MATCH (b {place_: row.to})
      CREATE (a)-[e:${type}]->(b) SET e = row.properties`,
      { some },
    )
  await driver.executeQuery('MATCH (n) REMOVE n.place_')
  await driver.close()
}

function grouped<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item])
  return groups
}

const named = (...names: readonly string[]): string => names.map((name) => `\`${name}\``).join(':')

/** Constraints and indexes that a server of other tests has. */
async function dropWhatIsNewer(driver: Driver): Promise<void> {
  const statements = migrations.slice(noted.version).flatMap((step) => (typeof step === 'function' ? [] : step))
  for (const statement of statements) {
    const [, kind = '', name = ''] = /^CREATE (\w+) (\w+) IF NOT EXISTS/.exec(statement) ?? []
    await driver.executeQuery(`DROP ${kind} ${named(name)} IF EXISTS`)
  }
}

function stored(properties: Properties): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, valueOf(value)]))
}

function valueOf(value: Kept): unknown {
  if (value === null || typeof value !== 'object') return value
  if ('int' in value) return neo4j.int(value.int)
  if ('bytes' in value) return new Int8Array(Buffer.from(value.bytes, 'base64'))
  return new neo4j.types.LocalDateTime(...value.time)
}
