import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { clientOf } from '../support/client.ts'
import { comparison } from '../support/figures.ts'
import { median, timed } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import { startServer } from '../support/server.ts'
import type { Subject } from '../support/subject.ts'
import type { Figure } from '../support/table.ts'

/** Times a server from its process's start to its first answer, beside a bare Node process with an HTTP server. */
export async function measureStarts({ environment, kind, name }: Subject, { starts }: Sizes): Promise<Figure[]> {
  return kind === 'sqlite' ? timeStarts(environment, name, starts) : []
}

/** The same of a store that is given by its environment. */
export async function timeStarts(environment: Subject['environment'], name: string, starts: number): Promise<Figure[]> {
  // The first one builds, and makes the file.
  await firstAnswer(environment)
  const product: number[] = []
  const bare: number[] = []
  for (let round = 0; round < starts; round++) {
    product.push(await firstAnswer(environment))
    bare.push(await timed(bareProcess))
  }
  const what = 'process start to first answer, beside Node alone that listens'
  const compared = comparison({ store: name, what, times: product, beside: bare, most: null })
  return [{ ...compared, bar: 'under 1 s', holds: median(product) < 1_000 }]
}

/** Stopping is not part of the time. */
async function firstAnswer(environment: Subject['environment']): Promise<number> {
  const begin = performance.now()
  const server = await startServer(environment)
  const client = clientOf(server.url)
  await client.ask('{ conversations(first: 1) { nodes { id } } }')
  const time = performance.now() - begin
  client.close()
  await server.stop()
  return time
}

const bareServer = `require('node:http').createServer().listen(0, '127.0.0.1', () => process.exit(0))`

async function bareProcess(): Promise<void> {
  await once(spawn(process.execPath, ['-e', bareServer], { stdio: 'ignore' }), 'exit')
}
