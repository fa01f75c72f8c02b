import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../scripts/root.ts'
import { inTurns, median } from './support/measure.ts'
import { startServer } from './support/server.ts'
import { bytes, ms } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'

const rounds = 300

/** What a process took: to its first answers, in milliseconds, and at rest, in bytes. */
interface Taken {
  readonly initialized: number
  readonly called: number
  readonly memory: number
}

/** Measures `turngraph mcp` on a store of its own, built, from the start of the process. */
async function measureStart(data: string): Promise<Taken> {
  const begin = performance.now()
  const child = spawn(process.execPath, [join(root, 'bin/turngraph.js'), 'mcp'], {
    env: { ...process.env, DATA: data },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ask = async (id: number, method: string, params: object): Promise<number> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    await answers.next()
    return performance.now() - begin
  }
  const clientInfo = { name: 'bench', version: '0' }
  const initialized = await ask(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  const called = await ask(1, 'tools/call', { name: 'list_conversations', arguments: {} })
  const memory = residentBytes(child.pid)
  child.stdin.end()
  await new Promise((resolve) => child.once('exit', resolve))
  return { initialized, called, memory }
}

function residentBytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Milliseconds of the processor that a process has taken so far, all its threads; Linux counts them by hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** How a server is asked for the same turn. */
type Way = 'mutation' | 'tool'
const mutation = /* GraphQL */ `
  mutation ($input: StoreTurnInput!) {
    storeTurn(input: $input) {
      observation {
        id
        message {
          id
        }
        conversation {
          id
        }
      }
      replayed
      forked
      warnings {
        code
        message
      }
      userErrors {
        code
        message
      }
    }
  }
`

/** Measures the time of a tool's call beside that of the same mutation, and what both take of the server's processor. */
async function measureCalls(): Promise<void> {
  const server = await startServer({ DATA: temporaryFolder('mcp-calls') })
  const origin = new URL(server.url).origin
  const send = async (path: string, body: object): Promise<void> => {
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!/"message_id"|"replayed"/.test(text)) throw new Error(text)
  }
  const ways: Readonly<Record<Way, (i: number) => Promise<void>>> = {
    mutation: (i) => {
      const content = [{ text: `Question ${i}.` }]
      const input = { conversationId: 'plain', turnId: `${i}`, role: 'USER', content }
      return send('/graphql', { query: mutation, variables: { input } })
    },
    tool: (i) => {
      const given = { conversation_id: 'tool', turn_id: `${i}`, role: 'user', text: `Question ${i}.` }
      return send('/mcp', {
        jsonrpc: '2.0',
        id: i,
        method: 'tools/call',
        params: { name: 'store_turn', arguments: given },
      })
    },
  }
  let turn = 0
  const times = await inTurns(
    { mutation: () => () => ways.mutation(turn++), tool: () => () => ways.tool(turn++) },
    rounds,
  )
  console.log(`a turn by a mutation, HTTP            ${ms(median(times.mutation))}`)
  console.log(`a turn by a tool of /mcp              ${ms(median(times.tool))}`)
  const spent: Record<Way, number> = { mutation: 0, tool: 0 }
  for (let block = 0; block < 6; block++)
    for (const way of ['mutation', 'tool'] as const) {
      const before = processorMs(server.pid)
      for (let i = 0; i < rounds; i++) await ways[way](turn++)
      spent[way] += processorMs(server.pid) - before
    }
  const each = (way: Way) => spent[way] / (6 * rounds)
  console.log(`processor of the server, mutation     ${ms(each('mutation'))}`)
  console.log(`processor of the server, tool         ${ms(each('tool'))}`)
  console.log(`tool / mutation                       ${(each('tool') / each('mutation')).toFixed(2)}`)
  await server.stop()
}

const folder = temporaryFolder('mcp')
// The first one builds, and makes the file.
await measureStart(folder)
const taken: Taken[] = []
for (let round = 0; round < 10; round++) taken.push(await measureStart(folder))
const of = (pick: (one: Taken) => number) => median(taken.map(pick))
console.log(`start to the answer of initialize     ${ms(of(({ initialized }) => initialized))}`)
console.log(`start to the first answer of a tool   ${ms(of(({ called }) => called))}`)
console.log(`memory at rest                        ${bytes(of(({ memory }) => memory))}`)
await measureCalls()
