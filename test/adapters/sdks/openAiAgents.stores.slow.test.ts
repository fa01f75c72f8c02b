// Takes long: sessions beside the SDK's own, a share of a thousand in each turn of the rotation.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isInstalled } from '../../../scripts/testing/prepare.ts'
import { TurngraphSession } from '../../../src/adapters/openAiAgents/index.ts'
import { everyWay, type Connected } from '../../client/support.ts'
import { randomFrom, type Random } from '../../support/random.ts'
import { wholeOr, roundsOr, seedsOfRun } from '../../support/rounds.ts'
import { DrawnItems, kinds } from './drawnItems.ts'

const folder = 'test/adapters/sdks'
const noPackages = isInstalled(folder) ? false : `npm ci --prefix ${folder} installs the packages that this needs`

type Item = Readonly<Record<string, unknown>>

/** What the SDK's session and ours have both, less their types. */
interface Session {
  getSessionId(): Promise<string>
  getItems(limit?: number): Promise<unknown[]>
  addItems(items: Item[]): Promise<void>
  popItem(): Promise<unknown>
  clearSession(): Promise<void>
  applyHistoryMutations(args: object): Promise<void>
  applyHistoryTransaction(args: unknown): Promise<void>
  replaceHistoryWithCompaction(items: Item[]): Promise<void>
}

/** What the SDK's package answers (judges/openAiAgents.ts): loaded where it is installed. */
interface Judge {
  newOracle(sessionId: string): Session
  isItem(value: unknown): boolean
  isUserError(thrown: unknown): boolean
  converse(session: Session): Promise<unknown[]>
}
const judgeOf = async (name: string) => (await import(`./judges/${name}.ts`)) as Judge

/** An operation on a session: what it is called, and its doing. */
interface Step {
  readonly name: string
  readonly does: (session: Session) => Promise<unknown>
}

/** Draws the steps of a session; `items` are those that are there. */
function drawnStep(drawn: DrawnItems, { below, pick }: Random, items: unknown[], done: Item[]): Step {
  const apply = (args: Item): Step => ({
    name: `transaction ${JSON.stringify(args).slice(0, 300)}`,
    does: (s) => s.applyHistoryTransaction(args),
  })
  switch (below(10)) {
    case 0:
    case 1: {
      const list = drawn.list(4)
      return { name: `add ${list.length}`, does: (session) => session.addItems(list) }
    }
    case 2:
      return { name: 'pop', does: (session) => session.popItem() }
    case 3:
      return below(4) === 0
        ? { name: 'clear', does: (session) => session.clearSession() }
        : read(pick([0, -1, 1, 2, 3, 100, 1.5]))
    case 4: {
      const mutations = [drawn.call(), drawn.call()].map((replacement) => ({
        ...{ type: 'replace_function_call', callId: `call${below(3)}`, replacement },
      }))
      const args = { mutations: mutations.slice(below(2)) }
      return { name: 'rewrite', does: (session) => session.applyHistoryMutations(args) }
    }
    case 5: {
      const list = [{ type: 'compaction', encrypted_content: 'eA==' }, ...drawn.list(2)]
      return { name: 'compact', does: (session) => session.replaceHistoryWithCompaction(list) }
    }
    case 6:
      if (done.length > 0 && below(2) === 0) return apply(changed(pick(done), below(2) === 0))
      return apply(operation(below(40), { type: 'append_items', items: drawn.list(3) }, done))
    default: {
      const suffix = below(5) === 0 ? drawn.list(2) : items.slice(items.length - below(4))
      const transaction = {
        type: 'replace_suffix',
        expectedSuffix: structuredClone(suffix),
        replacement: drawn.list(3),
      }
      return apply(operation(below(40), transaction, done))
    }
  }
}

const read = (limit: number): Step => ({ name: `read ${limit}`, does: (session) => session.getItems(limit) })
function operation(id: number, transaction: object, done: Item[]): Item {
  const args = { operationId: `op ${id}`, transaction }
  done.push(args)
  return args
}
const changed = (args: Item, isOther: boolean): Item =>
  isOther ? { ...args, transaction: { type: 'append_items', items: [] } } : args

type Outcome = { readonly answer: unknown } | { readonly refused: string; readonly isUserError: boolean }
async function outcomeOf(judge: Judge, work: Promise<unknown>): Promise<Outcome> {
  try {
    return { answer: await work }
  } catch (thrown) {
    return { refused: (thrown as Error).message, isUserError: judge.isUserError(thrown) }
  }
}

function sequencesOf(way: string): number {
  if (way === 'SQLite, embedded') return 84
  return way.startsWith('SQLite') ? 20 : 8
}

for (const { name, skip, connect: open } of await everyWay())
  describe(`sessions of OpenAI's agents (${name})`, { skip: skip || noPackages }, () => {
    let connected: Connected
    let judge: Judge
    before(async () => {
      connected = await open()
      judge = await judgeOf('openAiAgents')
    })
    after(() => connected.end())
    const sessionOf = (sessionId: string) => new TurngraphSession({ client: connected.client, sessionId })

    // Twelve turns of these are a thousand on SQLite; TEST_ROUNDS=1000 has them at once.
    const seeds = seedsOfRun(roundsOr(wholeOr(sequencesOf(name), 15)))
    it(`answer and refuse as the SDK's own does, in ${seeds.length} sequences from ${seeds[0]}`, async () => {
      for (const seed of seeds) {
        const random = randomFrom(seed)
        const [ours, oracle] = [sessionOf(`s${seed}`), judge.newOracle(`s${seed}`)]
        const [drawn, done, names]: [DrawnItems, Item[], string[]] = [new DrawnItems(random), [], []]
        for (let i = 0; i < 9; i++) {
          const step = drawnStep(drawn, random, await oracle.getItems(), done)
          names.push(step.name)
          const wanted = await outcomeOf(judge, step.does(oracle))
          const why = `seed ${seed}: ${names.join(', ')}`
          assert.deepEqual(await outcomeOf(judge, step.does(ours)), wanted, why)
          assert.deepEqual(await ours.getItems(), await oracle.getItems(), why)
        }
      }
    })

    it('give back each kind of item as it was, and an answer is a copy', async () => {
      const session = sessionOf('kinds')
      const items = kinds.map((kind, i) => kind(randomFrom(i)))
      assert.deepEqual(
        items.filter((item) => !judge.isItem(item)),
        [],
      )
      await session.addItems(items)
      assert.deepEqual(await session.getItems(), items)
      assert.deepEqual(await session.getItems(3), items.slice(-3))
      const [first] = (await session.getItems(1)) as { type: string }[]
      first!.type = 'changed'
      assert.deepEqual(await session.getItems(1), items.slice(-1))
    })

    it("serve a run with a tool, and one that waits for approval, as the SDK's own does", async () => {
      const [ours, oracle] = [sessionOf('run'), judge.newOracle('run')]
      assert.deepEqual(await judge.converse(ours), await judge.converse(oracle))
      assert.deepEqual(await ours.getItems(), await oracle.getItems())
      assert.ok((await ours.getItems()).length >= 8)
      const talk = connected.client.conversations.open('run')
      const roles = (await talk.transcript().all()).map(({ role }) => role)
      assert.deepEqual(roles.slice(0, 4), ['USER', 'ASSISTANT', 'TOOL', 'ASSISTANT'])
      const { messages } = await talk.context({ format: 'OPENAI_CHAT' })
      assert.deepEqual(messages.at(-1), { role: 'assistant', content: 'Paid.' })
      const fork = await talk.fork({ at: 4 })
      assert.deepEqual(await sessionOf(fork.id).getItems(), (await oracle.getItems()).slice(0, 4))
    })

    it('lose nothing: what was popped, cleared and compacted is a branch', async () => {
      const session = sessionOf('kept')
      const talk = connected.client.conversations.open('kept')
      const user = (text: string) => ({ type: 'message', role: 'user', content: text })
      await session.addItems([user('One.'), user('Two.')])
      assert.deepEqual(await session.popItem(), user('Two.'))
      assert.equal((await talk.undo()).leftTranscript, 0)
      assert.deepEqual(await session.getItems(), [user('One.'), user('Two.')])
      await session.clearSession()
      await session.replaceHistoryWithCompaction([{ type: 'compaction', encrypted_content: 'eA==' }])
      await session.clearSession()
      await session.addItems([user('Three.')])
      const texts = (await talk.leaves().all()).map(({ text }) => text)
      assert.deepEqual(texts.toSorted(), ['Three.', 'Two.', null].toSorted())
    })

    it('lose nothing to each other', async () => {
      const items = Array.from({ length: 12 }, (_, i) => ({ role: 'user', content: `${i}` }))
      await Promise.all(items.map((item) => sessionOf('many').addItems([item])))
      const found = (await sessionOf('many').getItems()) as { content: string }[]
      assert.deepEqual(
        found.map(({ content }) => Number(content)).toSorted((a, b) => a - b),
        items.map((_, i) => i),
      )
      const pop = async () => ((await sessionOf('many').popItem()) as { content: string }).content
      assert.equal(new Set(await Promise.all(items.map(pop))).size, 12)
      const once = {
        operationId: 'once',
        transaction: { type: 'append_items' as const, items: [{ role: 'user', content: 'x' }] },
      }
      await Promise.all(items.map(() => sessionOf('many').applyHistoryTransaction(once)))
      assert.equal((await sessionOf('many').getItems()).length, 1)
    })

    it('are done in order, and may be conversations that others have stored', async () => {
      const session = sessionOf('order')
      const items = Array.from({ length: 6 }, (_, i) => ({ role: 'user', content: `${i}` }))
      await Promise.all(items.map((item) => session.addItems([item])))
      assert.deepEqual(await session.getItems(), items)
      const talk = connected.client.conversations.open('foreign')
      const call = { callId: 'c', name: 'look', input: { at: 1 } }
      await talk.append([
        { role: 'USER', text: 'Look.' },
        { role: 'ASSISTANT', content: [{ text: 'Well.' }, { toolCall: call }] },
        { role: 'TOOL', content: [{ toolResult: { callId: 'c', content: 'seen' } }] },
      ])
      const foreign = sessionOf('foreign')
      const found = await foreign.getItems()
      assert.deepEqual(
        found.filter((item) => !judge.isItem(item)),
        [],
      )
      for (const wanted of found.toReversed()) assert.deepEqual(await foreign.popItem(), wanted)
      assert.equal(await foreign.popItem(), undefined)
    })

    it("refuse what they cannot keep with an error of the SDK's, and store nothing of it", async () => {
      const item = { role: 'user', content: 'x' }
      const refused = (code: string) => (thrown: unknown) => {
        assert.ok(judge.isUserError(thrown), String(thrown))
        assert.equal((thrown as { code?: string }).code, code)
        return true
      }
      for (const sessionId of ['', ' ', 'nul\u0000', 'half \ud83d', 'x'.repeat(1001)])
        await assert.rejects(sessionOf(sessionId).addItems([item]), refused('BAD_INPUT'))
      const session = sessionOf('refused')
      const circle: Record<string, unknown> = { ...item }
      circle['self'] = circle
      for (const odd of [circle, { ...item, at: new Date() }, { ...item, does: () => 1 }, { ...item, big: 1n }])
        await assert.rejects(session.addItems([item, odd]), refused('BAD_INPUT'))
      await assert.rejects(
        session.addItems([{ role: 'user', content: 'x'.repeat(5_000_000) }]),
        refused('LIMIT_EXCEEDED'),
      )
      const append = (operationId: string) =>
        session.applyHistoryTransaction({ operationId, transaction: { type: 'append_items', items: [item] } })
      for (const id of ['', ' ', 'nul\u0000', 'x'.repeat(1025)]) await assert.rejects(append(id), refused('BAD_INPUT'))
      for (const args of [null, {}, { operationId: 'a' }, { operationId: 'a', transaction: { type: 'other' } }]) {
        const wanted = await outcomeOf(judge, judge.newOracle('x').applyHistoryTransaction(args))
        assert.deepEqual(await outcomeOf(judge, session.applyHistoryTransaction(args as never)), wanted)
      }
      assert.deepEqual(await session.getItems(), [])
      assert.equal(await connected.client.conversations.open('refused').summary(), null)
      assert.equal(await session.getSessionId(), 'refused')
      assert.match(await new TurngraphSession({ client: connected.client }).getSessionId(), /^[0-9a-f-]{36}$/)
    })
  })
