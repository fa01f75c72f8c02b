import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../scripts/root.ts'
import { median } from './support/measure.ts'
import { temporaryFolder } from './support/temporary.ts'
import { bytes, ms } from './support/table.ts'

/** What a process took: to its first answers, in milliseconds, and at rest, in bytes. */
interface Taken {
  readonly initialized: number
  readonly listed: number
  readonly memory: number
}

/** Measures `turngraph acp` on a store of its own, built, from the start of the process. */
async function measure(data: string): Promise<Taken> {
  const begin = performance.now()
  const env = { ...process.env, DATA: data }
  const child = spawn(process.execPath, [join(root, 'bin/turngraph.js'), 'acp'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ask = async (id: number, method: string, params: object): Promise<number> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    await answers.next()
    return performance.now() - begin
  }
  const initialized = await ask(0, 'initialize', { protocolVersion: 1 })
  const listed = await ask(1, 'session/list', {})
  const memory = residentBytes(child.pid)
  child.stdin.end()
  await new Promise((resolve) => child.once('exit', resolve))
  return { initialized, listed, memory }
}

function residentBytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const folder = temporaryFolder('acp')
// The first one builds, and makes the file.
await measure(folder)
const taken: Taken[] = []
for (let round = 0; round < 10; round++) taken.push(await measure(folder))
const of = (pick: (one: Taken) => number) => median(taken.map(pick))
console.log(`start to the answer of initialize    ${ms(of(({ initialized }) => initialized))}`)
console.log(`start to the first list of sessions  ${ms(of(({ listed }) => listed))}`)
console.log(`memory at rest                       ${bytes(of(({ memory }) => memory))}`)
