// Takes long: one session by three ways in six orders, whole and in parts, and real ones.
/** One session that comes by its file, by the store of its SDK and through the proxy, in any order and in parts. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { storeExchange } from '../../../src/adapters/proxy/record/store.ts'
import { messagesWire } from '../../../src/adapters/proxy/wires/messages.ts'
import { usageOf } from '../../../src/app/transcripts/usage.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { utteranceOf } from '../../../src/domain/messages/utterance.ts'
import type { Conversation, JsonObject } from '../../../src/domain/model.ts'
import { append, loaded, sound } from '../../app/imports/append/support.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { imports, linesOf, noSharedData, pathOf, sharedTranscripts } from '../../support/transcripts.ts'

const session = 's'
const reminder = (words: string) => ({ type: 'text', text: `<system-reminder>\n${words}\n</system-reminder>` })

/** A line of the file, and what its agent sends of it. */
interface Step {
  readonly line: JsonObject
  /** What it says in a request or an answer; null: nothing. */
  readonly sent: readonly JsonObject[] | null
  readonly answer?: string
}

/** A session with prompts, thoughts, calls at once, results one by one, and notes between. */
function steps(prompts: number): Step[] {
  const all: Step[] = []
  let clock = 0
  let last: string | null = null
  const add = (type: string, more: JsonObject, sent: Step['sent'] = null, answer?: string) => {
    const uuid = `u${all.length}`
    const timestamp = new Date(Date.UTC(2026, 0, 1) + ++clock * 1000).toISOString()
    const line = {
      parentUuid: last,
      isSidechain: false,
      sessionId: session,
      version: '2.1.331',
      type,
      uuid,
      timestamp,
      ...more,
    }
    all.push({ line, sent, ...(answer !== undefined && { answer }) })
    last = uuid
  }
  const note = () => add('system', { subtype: 'turn_duration', durationMs: 5, isMeta: true })
  const answerLine = (id: string, block: JsonObject, isSilent = false) => {
    const usage = { input_tokens: 10, output_tokens: 3, cache_read_input_tokens: 2, cache_creation_input_tokens: 1 }
    const message = {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-x',
      content: [block],
      stop_reason: 'tool_use',
      usage,
    }
    add('assistant', { message, requestId: `req_${id}` }, isSilent ? null : [block], id)
  }
  for (let n = 0; n < prompts; n++) {
    const text = `prompt ${n}`
    add('user', { message: { role: 'user', content: text } }, [{ type: 'text', text }])
    if (n % 2 === 0) note()
    const id = `msg_${n}`
    answerLine(id, { type: 'thinking', thinking: `thought ${n}`, signature: 'sig' }, true)
    answerLine(id, { type: 'text', text: `looking at ${n}` })
    for (const k of ['a', 'b'])
      answerLine(id, { type: 'tool_use', id: `call_${n}${k}`, name: 'Read', input: { path: k } })
    for (const k of ['a', 'b']) {
      const block = { type: 'tool_result', tool_use_id: `call_${n}${k}`, content: `file ${k}` }
      add('user', { message: { role: 'user', content: [block] } }, [block])
    }
    answerLine(`${id}_end`, { type: 'text', text: `done with ${n}` })
    note()
  }
  return all
}

/** Returns a real session as its agent sent it: what a person and the model said on the path to its last line, one request an answer. */
function stepsOf(lines: readonly JsonObject[]): Step[] {
  return lines.map((line) => {
    const { type, message } = line
    const { id, content } = (message ?? {}) as { readonly id?: string; readonly content?: string | JsonObject[] }
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
    if (type === 'assistant' && id !== undefined) return { line, sent: blocks, answer: id }
    return { line, sent: type === 'user' && blocks.length > 0 ? blocks : null }
  })
}

const isBoundary = ({ line }: Step) => line['subtype'] === 'compact_boundary'

/** The requests that the agent sent while it wrote these lines, each with its answer. */
function requestsOf(all: readonly Step[]): { readonly body: JsonObject; readonly answer: JsonObject }[] {
  const requests: { body: JsonObject; answer: JsonObject }[] = []
  const messages: { role: string; content: JsonObject[] }[] = []
  const sayings = all.filter((step) => step.sent !== null || step.answer !== undefined || isBoundary(step))
  for (let at = 0; at < sayings.length;) {
    const { sent, answer } = sayings[at] as Step
    // After a compaction a request begins with its summary.
    if (isBoundary(sayings[at] as Step)) {
      messages.length = 0
      at++
      continue
    }
    if (answer === undefined) {
      const before = messages.at(-1)
      const blocks = sent ?? []
      if (before?.role === 'user') before.content.push(...blocks)
      else messages.push({ role: 'user', content: [reminder(`today ${messages.length}`), ...blocks] })
      at++
      continue
    }
    const lines: Step[] = []
    for (; sayings[at]?.answer === answer; at++) lines.push(sayings[at] as Step)
    const content = lines.flatMap(({ line }) => (line['message'] as { content: JsonObject[] }).content)
    // The usage of an answer grows while its lines are written.
    const usage = (lines.at(-1)?.line['message'] as JsonObject)['usage'] ?? null
    requests.push({
      body: {
        model: 'claude-x',
        messages: structuredClone(messages) as never,
        tools: [{ name: 'Read' }],
        system: 'you',
      },
      answer: {
        id: answer,
        type: 'message',
        role: 'assistant',
        model: 'claude-x',
        content,
        usage,
        stop_reason: 'end_turn',
      },
    })
    messages.push({ role: 'assistant', content })
  }
  return requests
}

async function recordRequest(
  scope: Scope,
  id: string,
  { body, answer }: ReturnType<typeof requestsOf>[number],
): Promise<void> {
  scope.reads.clear()
  const request = messagesWire.request(body)
  assert.ok(request)
  await storeExchange(scope, {
    ...{ wire: messagesWire, request, names: [], answers: messagesWire.answer(answer), isRetry: false, error: null },
    named: { id, sidechainOf: null },
    outcome: { status: 200, ms: 1, ttfbMs: 1, cutBy: null },
  })
}

const linesIn = (all: readonly Step[]) => linesOf(all.map(({ line }) => line))
/** Each way brings what a share of the session has. */
const ways = {
  disk: async (scope: Scope, all: readonly Step[]) => void (await imports(scope, linesIn(all))),
  store: async (scope: Scope, all: readonly Step[], id = session, pieces = 3) => {
    for (let from = 0; from < all.length; from += pieces)
      await append(scope, id, linesIn(all.slice(from, from + pieces)))
  },
  proxy: async (scope: Scope, all: readonly Step[], id = session) => {
    for (const one of requestsOf(all)) await recordRequest(scope, id, one)
  },
}
type Way = keyof typeof ways

/** What must be equal however a session came. */
async function outcome(scope: Scope, id = session) {
  const nodes = await pathOf(scope, id)
  const conversation = (await scope.reads.conversation(id)) as Conversation
  const { shape } = conversation
  const parts = nodes.flatMap(({ kind, role, blocks }) => (kind === 'TURN' ? [...utteranceOf(role, blocks).parts] : []))
  return {
    // The proxy takes files out of results; the file of the session has them within.
    parts: parts.filter((part) => !part.startsWith('attachment ')),
    roots: shape.roots,
    leaves: shape.leaves,
    usage: JSON.stringify(await usageOf(scope, conversation, 'TREE')),
  }
}

const orders: readonly (readonly Way[])[] = [
  ['disk', 'store', 'proxy'],
  ['disk', 'proxy', 'store'],
  ['store', 'disk', 'proxy'],
  ['store', 'proxy', 'disk'],
  ['proxy', 'disk', 'store'],
  ['proxy', 'store', 'disk'],
]

await onEveryStore('a session that comes by three ways', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `ways-${++count}` })
  const expected = async (all: readonly Step[]) => {
    const scope = alone()
    await ways.disk(scope, all)
    return outcome(scope)
  }

  it('is one conversation with one tree, and each answer counts once, in whichever order they come', async () => {
    const all = steps(3)
    const wanted = await expected(all)
    assert.deepEqual([wanted.roots, wanted.leaves], [1, 1])
    for (const order of orders) {
      const scope = alone()
      for (const way of order) await ways[way](scope, all)
      assert.deepEqual(await outcome(scope), wanted, order.join(', '))
      assert.equal(await loaded(scope, session), linesIn(all))
      await sound(scope, session)
      // The same lines once more add nothing; the same request would be asked anew, for another answer.
      for (const way of order) if (way !== 'proxy') await ways[way](scope, all)
      assert.deepEqual(await outcome(scope), wanted, `${order.join(', ')}, again`)
    }
  })

  it('is the same where each brings a part at a time', async () => {
    const all = steps(4)
    const wanted = await expected(all)
    const firsts = [1, 3, 4, 9, 12, 20, all.length]
    for (const [n, order] of orders.entries()) {
      const scope = alone()
      let sent = 0
      let appended = 0
      for (const [k, to] of firsts.entries())
        for (const way of [...order.slice(k % 3), ...order.slice(0, k % 3)]) {
          const some = all.slice(0, to)
          if (way === 'disk') await ways.disk(scope, some)
          else if (way === 'store') {
            await ways.store(scope, all.slice(appended, to), session, 1 + n)
            appended = to
          } else {
            // A request is known to be answered once the line behind its answer is there, as the whole file has it.
            const requests = requestsOf(all).filter((_, at) => isWhole(all, at, to))
            for (const one of requests.slice(sent)) await recordRequest(scope, session, one)
            sent = requests.length
          }
        }
      assert.deepEqual(await outcome(scope), wanted, order.join(', '))
      await sound(scope, session)
    }
  })

  it('has a call for its title beside it, also while its file is what came last', async () => {
    const [all, scope] = [steps(2), alone()]
    await ways.proxy(scope, all.slice(0, 10))
    await ways.disk(scope, all)
    const wanted = await outcome(scope)
    const [title] = requestsOf(
      stepsOf([
        { type: 'user', message: { content: 'Name this talk.' } },
        { type: 'assistant', message: { id: 'msg_title', content: [{ type: 'text', text: 'A talk' }] } },
      ]),
    )
    assert.ok(title)
    await recordRequest(scope, session, { ...title, body: { ...title.body, tools: [] } })
    assert.deepEqual(await outcome(scope), wanted)
    assert.equal((await scope.reads.conversation(`${session}.side`))?.sidechainOf, session)
  })

  it('has a fork that its client made beside it, whichever file comes first, or neither', async () => {
    const all = steps(3)
    const further = steps(5)
    const fork = further.map((step) => ({ ...step, line: { ...step.line, sessionId: 'fork' } }))
    const files: Readonly<Record<string, readonly Step[]>> = { [session]: all, fork }
    const recordedFirst = async () => {
      const scope = alone()
      await ways.proxy(scope, all)
      for (const one of requestsOf(further).slice(requestsOf(all).length)) await recordRequest(scope, 'fork', one)
      return scope
    }
    const plain = await recordedFirst()
    const wanted = { [session]: await outcome(plain), fork: await outcome(plain, 'fork') }
    assert.equal((await plain.reads.conversation('fork'))?.forkedFrom?.conversationId, session)
    for (const order of [
      [session, 'fork'],
      ['fork', session],
    ]) {
      const scope = await recordedFirst()
      for (const id of [...order, ...order]) {
        await ways.disk(scope, files[id] ?? [])
        await sound(scope, id)
      }
      for (const id of order)
        assert.deepEqual(await outcome(scope, id), wanted[id as 'fork'], `${id}, ${order.join(' first, ')}`)
    }
  })

  it('is the same of real sessions', { skip: noSharedData }, async () => {
    for (const name of [
      'ac-full-session-two',
      'ac-full-session',
      'ccv-1af7fc5e',
      'entire-4c-02af2759b6-0',
      'entire-a6-e4c2a0fbd1-0',
    ]) {
      const file = sharedTranscripts().find((one) => one.name === `${name}.jsonl`)?.bytes ?? assert.fail(name)
      const all = stepsOf(
        file
          .toString()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as JsonObject),
      )
      const alone = on.scope({ tenant: `real-${++count}` })
      const { conversations } = await imports(alone, linesIn(all))
      const [{ id } = assert.fail(name)] = conversations
      const wanted = await outcome(alone, id)
      // Where the requests are all there is, a compaction is a new beginning.
      const isCompacted = all.some(isBoundary)
      for (const order of [orders[1], orders[3], ...(isCompacted ? [] : [orders[4]])] as const) {
        const scope = on.scope({ tenant: `real-${++count}` })
        for (const way of order ?? []) await ways[way](scope, all, id)
        assert.deepEqual(await outcome(scope, id), wanted, `${name}: ${order?.join(', ')}`)
        await sound(scope, id)
      }
    }
  })
})

/** Says whether the answer of the request of that number stands whole in so many lines. */
function isWhole(all: readonly Step[], request: number, lines: number): boolean {
  const ids = [...new Set(all.flatMap(({ answer }) => answer ?? []))]
  return all.findLastIndex(({ answer }) => answer === ids[request]) < lines
}
