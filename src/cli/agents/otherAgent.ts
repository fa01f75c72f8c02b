import { spawn, type ChildProcess } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ndJsonStream } from '@agentclientprotocol/sdk/unstable'
import { downstreamOf, type Downstream } from '../../adapters/acp/wrapped/downstream.ts'
import { secretVariables } from '../../config/config.ts'
import { keyVariable } from '../../client/serverVariables.ts'
import type { Environment } from '../terminal.ts'

/** What is for turngraph alone. */
const ownSecrets = new Set([...secretVariables, keyVariable])

/** How long the other agent may take to end when its stdin has, in milliseconds. */
const graceMs = 2_000

/** Starts another agent; what it says on stderr is said on ours. */
export function otherAgent([file = '', ...args]: readonly string[], input: Environment): Downstream {
  const env = Object.fromEntries(Object.entries(input).filter(([name]) => !ownSecrets.has(name)))
  const child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = new Promise<void>((done) => {
    child.once('exit', () => {
      done()
    })
    child.once('error', (error) => {
      process.stderr.write(`turngraph: "${file}" cannot be started: ${error.message}\n`)
      done()
    })
  })
  child.stdin.on('error', () => undefined)
  const lines = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>
  const maxMessageBytes = 64 * 1024 * 1024
  const stream = ndJsonStream(Writable.toWeb(child.stdin), lines, { maxMessageBytes })
  return downstreamOf(stream, () => ended(child, gone))
}

/** Closes its input, then sends SIGTERM, then SIGKILL. */
async function ended(child: ChildProcess, gone: Promise<void>): Promise<void> {
  child.stdin?.end()
  const timeout = setTimeout(() => child.kill('SIGTERM'), graceMs)
  const killed = setTimeout(() => child.kill('SIGKILL'), 2 * graceMs)
  await gone
  clearTimeout(timeout)
  clearTimeout(killed)
  // What it has started itself may hold it open.
  child.stdout?.destroy()
}
