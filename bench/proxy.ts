/**
 * `npm run bench:proxy`: what it costs that requests to models are recorded. How much a store grows by 100 requests of an agent
 * whose history grows; and how much later the first byte comes than by the same server without recording, with many streams at once.
 */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endWithNpm } from '../bin/endWithNpm.js'
import { folderBytes } from './support/folderBytes.ts'
import { median } from './support/measure.ts'
import { startServer, type ServerProcess } from './support/server.ts'
import { tableBytes, type TableBytes } from './support/tableBytes.ts'
import { temporaryFolder } from './support/temporary.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100' },
    streams: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '5' },
  },
})
const [requests, streams, rounds] = [Number(values.requests), Number(values.streams), Number(values.rounds)]
/** The search index is made smaller once nothing was written for some seconds. */
const restMs = 8_000
const bars = { megabytes: 0.6, p50: 2, p99: 15 }
const each = { firstBytes: 50_000, moreBytes: 2_000 }

/** Words of which each is as frequent as any other, or words as agents' histories have them. */
type Vocabulary = 'CHANCE' | 'NATURAL'

let state = 1
const letters = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu', 'pa', 'de', 'fi', 'go', 'hu', 'ja']

/** Returns the next number below a limit, by chance, the same in every run. */
function chance(limit: number): number {
  state = (state + 0x6d2b79f5) | 0
  const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return (((more ^ (more >>> 14)) >>> 0) / 2 ** 32) * limit
}

/** Returns the word of a rank: the more frequent, the shorter. */
function wordOf(rank: number): string {
  let text = letters[rank & 15] ?? ''
  for (let rest = rank >> 4; rest > 0; rest >>= 4) text = (letters[rest & 15] ?? '') + text
  return text
}

const knownWords = 20_000
/** By Zipf's law: how often the words down to each rank come. */
const frequencies = Array.from({ length: knownWords }, (_, rank) => 1 / (rank + 2.7))
const upTo = frequencies.map(
  (
    (sum) => (one: number) =>
      (sum += one)
  )(0),
)

/** One word in twenty is an id that does not come again. */
function naturalWord(): string {
  if (chance(20) < 1) return Math.floor(chance(2 ** 32)).toString(16)
  const place = chance(upTo.at(-1) ?? 0)
  let [low, high] = [0, knownWords - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((upTo[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return wordOf(low)
}

const anyWord = () => Array.from({ length: 3 }, () => letters[Math.floor(chance(16))] ?? '').join('')

/** Returns a text of so many bytes, the same in every run. */
function words(bytes: number, vocabulary: Vocabulary = 'NATURAL'): string {
  const pieces: string[] = []
  for (let length = 0; length < bytes;) {
    const word = vocabulary === 'NATURAL' ? naturalWord() : anyWord()
    pieces.push(word)
    length += word.length + 1
  }
  return `${pieces.join(' ')} `.slice(0, bytes)
}

/** An upstream that calls a tool in each answer, or (`stream`) sends a few events, the first after 20 ms. */
async function startUpstream(vocabulary: Vocabulary = 'NATURAL') {
  let made = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => void answer(body.includes('"stream":true'), `${++made}`))
    const answer = async (isStream: boolean, id: string) => {
      const usage = { input_tokens: 1, output_tokens: 1 }
      const head = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'm', usage }
      if (!isStream) {
        const content = [
          { type: 'tool_use', id: `call_${id}`, name: 'Read', input: { path: words(each.moreBytes / 2, vocabulary) } },
        ]
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ ...head, stop_reason: 'tool_use', content }))
        return
      }
      await sleep(20)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const event = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`)
      event({ type: 'message_start', message: { ...head, content: [] } })
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
      for (let k = 0; k < 10; k++) {
        event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: `${id} ${k} ` } })
        await sleep(5)
      }
      event({ type: 'message_delta', delta: { stop_reason: 'end_turn' } })
      response.end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function recordedCount(server: ServerProcess): Promise<number> {
  const text = await (await fetch(new URL('/metrics', server.url))).text()
  return Number(/turngraph_proxy_recorded_total\{api="messages"\} (\d+)/.exec(text)?.[1] ?? 0)
}

async function untilRecorded(server: ServerProcess, count: number): Promise<void> {
  while ((await recordedCount(server)) < count) await sleep(20)
}

function setupOf(vocabulary: Vocabulary) {
  const tool = { name: 'Read', description: words(31_000, vocabulary), input_schema: { type: 'object' } }
  return { model: 'm', max_tokens: 9, tools: [tool], system: words(8_000, vocabulary) }
}

const sizeOf = (folder: string, name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0

interface Growth {
  readonly megabytes: number
  readonly bodies: number
  readonly files: string
  /** In kilobytes. */
  readonly tables: string
}

async function growth(vocabulary: Vocabulary): Promise<Growth> {
  const upstream = await startUpstream(vocabulary)
  const grown = await grownBy(upstream.url, vocabulary)
  upstream.server.close()
  return grown
}

async function grownBy(upstream: string, vocabulary: Vocabulary): Promise<Growth> {
  const setup = setupOf(vocabulary)
  const data = temporaryFolder('proxy')
  const environment = { DATA: data, PROXY_ANTHROPIC_UPSTREAM: upstream }
  await (await startServer(environment)).stop()
  const before = folderBytes(data)
  const names = ['turngraph.db', 'search.db']
  const sizes = names.map((name) => sizeOf(data, name))
  const tablesBefore = tableBytes(join(data, 'turngraph.db'))
  const server = await startServer(environment)
  const headers = { 'content-type': 'application/json', 'x-claude-code-session-id': 'session' }
  const messages: unknown[] = [{ role: 'user', content: words(each.firstBytes - 39_500, vocabulary) }]
  let bodies = 0
  for (let k = 0; k < requests; k++) {
    const body = JSON.stringify({ ...setup, messages })
    bodies += body.length
    const response = await fetch(new URL('/v1/messages?beta=true', server.url), { method: 'POST', body, headers })
    const { content } = (await response.json()) as { content: [{ id: string }] }
    const result = { type: 'tool_result', tool_use_id: content[0].id, content: words(each.moreBytes / 2, vocabulary) }
    messages.push({ role: 'assistant', content }, { role: 'user', content: [result] })
    await untilRecorded(server, k + 1)
  }
  await sleep(restMs)
  await server.stop()
  const files = names
    .map((name, k) => `${name} ${((sizeOf(data, name) - (sizes[k] ?? 0)) / 1e6).toFixed(2)}`)
    .join(', ')
  const tables = grownTables(tablesBefore, tableBytes(join(data, 'turngraph.db')))
  return { megabytes: (folderBytes(data) - before) / 1e6, bodies: bodies / 1e6, files, tables }
}

/** The tables and indexes of the store that have grown by 4 KB and more, most first. */
function grownTables(before: TableBytes, after: TableBytes): string {
  return [...after]
    .map(([name, size]) => [name, (size - (before.get(name) ?? 0)) / 1e3] as const)
    .filter(([, size]) => size >= 4)
    .sort(([, one], [, other]) => other - one)
    .map(([name, size]) => `${name} ${size.toFixed(0)}`)
    .join(', ')
}

const setup = setupOf('NATURAL')

/** Returns how long each of some streams took to its first byte, in milliseconds. */
async function firstBytes(server: ServerProcess, headers: Record<string, string>, round: string): Promise<number[]> {
  const one = async (k: number) => {
    const content = `${round} ${k} ${words(each.firstBytes - 39_500)}`
    const body = JSON.stringify({ ...setup, stream: true, messages: [{ role: 'user', content }] })
    await sleep(k * 4)
    const began = performance.now()
    const response = await fetch(new URL('/v1/messages', server.url), {
      method: 'POST',
      body,
      headers: { ...headers, 'x-claude-code-session-id': `session-${k}` },
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const ms = performance.now() - began
    while (!(await reader.read()).done);
    return ms
  }
  return Promise.all(Array.from({ length: streams }, (_, k) => one(k)))
}

const at = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0 // prettier-ignore

async function added(upstream: string): Promise<{ readonly p50: number; readonly p99: number }> {
  const data = temporaryFolder('proxy')
  const server = await startServer({ DATA: data, PROXY_ANTHROPIC_UPSTREAM: upstream })
  const differences: { p50: number; p99: number }[] = []
  for (let round = -1; round < rounds; round++) {
    const ways = { bare: { 'x-turngraph-record': 'off' }, recorded: {} }
    const found = { bare: [] as number[], recorded: [] as number[] }
    // In turns, so that what else the machine does falls on both.
    for (const way of ['bare', 'recorded', 'recorded', 'bare'] as const)
      found[way].push(...(await firstBytes(server, ways[way], `${round} ${found[way].length}`)))
    const [bare, recorded] = [found.bare, found.recorded].map((all) => all.sort((a, b) => a - b)) as [
      number[],
      number[],
    ]
    const p50 = at(recorded, 0.5) - at(bare, 0.5)
    const p99 = at(recorded, 0.99) - at(bare, 0.99)
    if (round >= 0) differences.push({ p50, p99 })
  }
  await untilRecorded(server, (rounds + 1) * 2 * streams)
  await server.stop()
  return { p50: median(differences.map(({ p50 }) => p50)), p99: median(differences.map(({ p99 }) => p99)) }
}

function printGrowth(what: string, { megabytes, bodies, files, tables }: Growth): void {
  console.log(`${requests} requests of a growing history, ${what}, bodies ${bodies.toFixed(1)} MB: the store grows by ${megabytes.toFixed(2)} MB (at most ${bars.megabytes}); ${files}; KB by table: ${tables}`) // prettier-ignore
}

async function main(): Promise<boolean> {
  const grown = await growth('NATURAL')
  printGrowth('words as agents have them', grown)
  printGrowth('words by chance', await growth('CHANCE'))
  const { url, server } = await startUpstream()
  const { p50, p99 } = await added(url)
  console.log(`${streams} streams at once, first byte later than without recording: p50 ${p50.toFixed(1)} ms (at most ${bars.p50}), p99 ${p99.toFixed(1)} ms (at most ${bars.p99}); medians of ${rounds}`) // prettier-ignore
  server.close()
  return grown.megabytes <= bars.megabytes && p50 <= bars.p50 && p99 <= bars.p99
}

endWithNpm()
process.exitCode = (await main()) ? 0 : 1
