import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { compose, type App, type PartOverrides } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Json } from '../../../src/domain/model.ts'
import type { Mutation, Query } from '../../../src/graphql/generated.ts'
import { serversOfTests, type OneServer } from './severalServers.ts'

/** What a server answered to a GraphQL request. */
export interface Answer {
  readonly status: number
  readonly data: unknown
  readonly errors: readonly GraphQLFault[]
}
export interface GraphQLFault {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions: { readonly code: string; readonly errorId?: string; readonly details?: Record<string, unknown> }
}
/** What a query may answer, every member there: a test that names one and finds null fails by that. */
export type Data = Sure<Query & Mutation>
export type Sure<T> =
  Exclude<Json, null> extends T
    ? Readonly<Record<string, unknown>>
    : T extends readonly (infer I)[]
      ? Items<Sure<I>>
      : T extends object
        ? { readonly [K in keyof T]-?: Sure<NonNullable<T[K]>> }
        : T
/** A list that has what a test names by number. */
type Items<T> = readonly [T, T, T, T, ...T[]]

/** A server on a port of its own over real HTTP; or several on one store, each of which gets the next request (`TEST_SERVERS`). */
export interface Api {
  /** The first one's. */
  readonly app: App
  /** The address of the server whose turn it is. */
  readonly url: string
  /** Lines that were logged, whole. */
  readonly logged: readonly string[]
  /** Sends a GraphQL request as it is. */
  send(query: string, variables?: object, headers?: Record<string, string>): Promise<Answer>
  /** Sends a GraphQL request that must have no errors, and returns its data. */
  ask<T = Data>(query: string, variables?: object): Promise<T>
  close(): Promise<void>
}

/** Bounds that have no variable, and why a test asks for one server whatever `TEST_SERVERS` says. */
interface ApiOptions {
  readonly recheckMs?: number
  readonly oneServer?: OneServer
}

/**
 * Starts a server; without parts of its own on SQLite in a folder that is removed with it. Where `TEST_SERVERS` asks for several, they
 * share the store and that folder, and each request goes to the next; one with parts of its own is alone.
 */
export async function startApi(
  env: Record<string, string> = {},
  parts: PartOverrides = {},
  { oneServer, ...bounds }: ApiOptions = {},
): Promise<Api> {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-api-'))
  const { log, logged } = memoryLog()
  // A purge by itself would come between what tests ask.
  const config = readConfig({ DATA: data, PURGE_VACUUM_MB: '0', ...env })
  const start = async () => {
    const app = await compose({ ...config, limits: { ...config.limits, ...bounds } }, { log, ...parts })
    return { app, url: await app.server.listen({ host: '127.0.0.1', port: 0 }) }
  }
  const isAlone = oneServer !== undefined || Object.keys(parts).length > 0
  // The first makes what all of them share.
  const first = await start()
  const others = await Promise.all(Array.from({ length: isAlone ? 0 : serversOfTests() - 1 }, start))
  const servers = [first, ...others]
  let turn = 0
  const next = () => (servers[turn++ % servers.length] ?? first).url
  const send: Api['send'] = async (query, variables = {}, headers = {}) => {
    const response = await fetch(`${next()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    })
    const body = (await response.json()) as { data?: unknown; errors?: GraphQLFault[] }
    return { status: response.status, data: body.data, errors: body.errors ?? [] }
  }
  return {
    app: first.app,
    get url() {
      return next()
    },
    logged,
    send,
    async ask<T>(query: string, variables?: object) {
      const { data, errors } = await send(query, variables)
      assert.deepEqual(errors, [])
      return data as T
    },
    async close() {
      await Promise.all(servers.map(({ app }) => app.close()))
      rmSync(data, { recursive: true, force: true })
    },
  }
}

function memoryLog(): { log: Logger; logged: string[] } {
  const logged: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  return { log, logged }
}
