/** `node --import tsx bench/filesEntered.ts`: how many files of src/ a request enters, and how many of them before its first resolver. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pino from 'pino'
import { root } from '../scripts/root.ts'
import { compose } from '../src/compose.ts'
import { readConfig } from '../src/config/config.ts'
import { resolvers } from '../src/graphql/resolvers/index.ts'

const sources = pathToFileURL(join(root, 'src/')).href

/** Counts the files of which a function was called, by V8's precise coverage; threads and what was bundled for them are not seen. */
class Coverage {
  private readonly session = new Session()

  constructor() {
    this.session.connect()
    this.session.post('Profiler.enable')
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  }

  /** Returns the files entered since it was last asked, from src/. */
  take(): Set<string> {
    let result: Profiler.ScriptCoverage[] = []
    // A session of this process answers before `post` returns.
    this.session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error
      result = taken.result
    })
    const entered = result.filter(({ url, functions }) => url.startsWith(sources) && functions.some(isCalled))
    return new Set(entered.map(({ url }) => url.slice(sources.length)))
  }
}

const isCalled = ({ functionName, ranges }: Profiler.FunctionCoverage): boolean =>
  functionName !== '' && (ranges[0]?.count ?? 0) > 0

const coverage = new Coverage()
let beforeResolver: Set<string> | null = null
watchResolvers()

/** The first resolver of a request takes what was entered before it. */
function watchResolvers(): void {
  for (const type of [resolvers.Query, resolvers.Mutation] as Record<string, unknown>[])
    for (const [field, resolve] of Object.entries(type))
      if (typeof resolve === 'function')
        type[field] = (...args: unknown[]): unknown => {
          beforeResolver ??= coverage.take()
          return Reflect.apply(resolve, undefined, args) as unknown
        }
}

const turn = (more: string) =>
  `mutation { storeTurn(input: { conversationId: "c", role: USER, ${more} }) { message { id } observation { id } userErrors { code } } }`
const lines = ['user', 'assistant', 'user', 'assistant'].map(
  (role, k) => `{"role":"${role}","content":"Line ${k}.","timestamp":"2026-01-01T00:00:0${k}Z"}\n`,
)

/** Each of the six, asked for the n-th time. */
const requests: Readonly<Record<string, (url: string, n: number) => Promise<Response>>> = {
  'a stored turn': (url, n) => ask(url, turn(`turnId: "new-${n}", text: "Hello."`)),
  'an edited turn': (url, n) => ask(url, turn(`turnId: "edited", text: "Version ${n}."`)),
  'a page of ancestors': (url) =>
    ask(url, '{ conversation(id: "c") { head { ancestors(last: 10) { nodes { id depth text } } } } }'),
  'a page of a transcript': (url) =>
    ask(url, '{ conversation(id: "c") { transcript(view: CONTEXT, last: 10) { nodes { text } } } }'),
  'a fork': (url, n) =>
    ask(
      url,
      `mutation { forkConversation(input: { source: "c", newConversationId: "f${n}" }) { conversation { id } userErrors { code } } }`,
    ),
  'an import of four lines': (url, n) =>
    fetch(`${url}/import?fileName=a.jsonl&conversationId=i${n}`, { method: 'POST', body: lines.join('') }),
}

function ask(url: string, query: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
}

const data = mkdtempSync(join(tmpdir(), 'turngraph-files-'))
const app = await compose(readConfig({ DATA: data }), { log: pino({ level: 'silent' }) })
const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
try {
  console.log('| request | files entered | before the first resolver |\n| --- | --- | --- |')
  for (const [name, send] of Object.entries(requests)) console.log(await row(name, send))
} finally {
  await app.close()
  rmSync(data, { recursive: true, force: true })
}

/** The files that a request entered, and those of them before its first resolver. */
interface Way {
  readonly entered: ReadonlySet<string>
  readonly before: ReadonlySet<string> | null
}

async function wayOf(send: () => Promise<Response>): Promise<Way> {
  coverage.take()
  beforeResolver = null
  await checked(await send())
  const before = beforeResolver as Set<string> | null
  return { entered: new Set([...coverage.take(), ...(before ?? [])]), before }
}

/** The first time loads what is loaded late. Of the next ones what all of them entered counts: timers may run beside a request. */
async function row(name: string, send: (url: string, n: number) => Promise<Response>): Promise<string> {
  await checked(await send(url, 1))
  const ways: Way[] = []
  for (let n = 2; n < 7; n++) ways.push(await wayOf(() => send(url, n)))
  const entered = inAll(ways.map((way) => way.entered))
  const before = inAll(ways.flatMap((way) => way.before ?? []))
  if (process.argv.includes('--names')) console.log(entered.sort().join('\n'))
  return `| ${name} | ${entered.length} | ${before.length || ''} |`
}

function inAll([first, ...others]: readonly ReadonlySet<string>[]): string[] {
  return [...(first ?? [])].filter((file) => others.every((other) => other.has(file)))
}

async function checked(response: Response): Promise<void> {
  const text = await response.text()
  if (!response.ok || /"errors":|"code":/.test(text)) throw new Error(text)
}
