import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type ConnectedGraph } from '../../src/client/client.ts'
import { everyStore, type Settings } from '../support/storeSettings.ts'
import { startApi } from '../graphql/support/api.ts'

/** A client that is open, and what ends it with all it works on. */
export interface Connected {
  readonly client: ConnectedGraph
  readonly end: () => Promise<void>
}

/** A way to a graph, on a store. */
export interface Way {
  readonly name: string
  readonly skip: string | false
  readonly connect: () => Promise<Connected>
}

/** Every way to a graph, on every store that is wanted: a store opened in the process, and a running server. */
export async function everyWay(): Promise<Way[]> {
  return (await everyStore()).flatMap(({ name, skip, settings }) => [
    { name: `${name}, embedded`, skip, connect: async () => embedded(await settings()) },
    { name: `${name}, by URL`, skip, connect: async () => remote(await settings()) },
  ])
}

async function embedded(env: Settings): Promise<Connected> {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-client-'))
  const client = await connect({ data, env })
  const end = async () => {
    await client.close()
    rmSync(data, { recursive: true, force: true })
  }
  return { client, end }
}

async function remote(env: Settings): Promise<Connected> {
  const api = await startApi(env)
  const client = await connect({ url: api.url })
  return { client, end: () => client.close().then(() => api.close()) }
}
