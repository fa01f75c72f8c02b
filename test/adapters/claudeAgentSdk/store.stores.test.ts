/* oxlint-disable typescript/no-unnecessary-type-assertion -- the package is not of the repository */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isInstalled } from '../../../scripts/testing/prepare.ts'
import { TurngraphSessionStore } from '../../../src/adapters/claudeAgentSdk/index.ts'
import { everyWay, type Connected } from '../../client/support.ts'
import { entries, noSharedData, sharedTranscripts } from '../../support/transcripts.ts'
import { statements, type Sdk, type Store } from './statements.ts'

const folder = 'test/adapters/claudeAgentSdk'
const noPackages = isInstalled(folder) ? false : `npm ci --prefix ${folder} installs the packages that this needs`

const sdkOf = async () => ((await import('./judges/sdk.ts')) as { readonly sdk: Sdk }).sdk

/** A store whose projects are no other test's. */
function apart(store: Store, name: string): Store {
  const own = <K extends { projectKey: string; sessionId: string }>(key: K): K => ({
    ...key,
    projectKey: `${name} ${key.projectKey}`,
    sessionId: `${name}-${key.sessionId}`,
  })
  const without = <T extends { sessionId: string }>(all: T[]) =>
    all.map((one) => ({ ...one, sessionId: one.sessionId.slice(name.length + 1) }))
  return {
    append: (key, lines) => store.append(own(key), lines),
    load: (key) => store.load(own(key)),
    delete: (key) => store.delete(own(key)),
    listSubkeys: (key) => store.listSubkeys(own(key)),
    listSessions: async (project) => without(await store.listSessions(`${name} ${project}`)),
    listSessionSummaries: async (project) => without(await store.listSessionSummaries(`${name} ${project}`)),
  }
}

let sdk: Sdk
describe("the SDK's own store", { skip: noPackages }, () => {
  before(async () => (sdk = await sdkOf()))
  for (const [name, holds] of Object.entries(statements)) it(name, () => holds(new sdk.InMemorySessionStore(), sdk))
})

const files = [
  'ccl-937c6e6b.jsonl',
  'ccv-5c0375b4.jsonl',
  'ccl-03eb5929.jsonl',
  'ccl-71c9afe9.jsonl',
  'ccv-1af7fc5e.jsonl',
]
const uuid = (n: number) => `${String(n).padStart(8, '0')}-1111-4222-8333-444444444444`

type Line = { type: string; uuid?: string; [member: string]: unknown }
const bytesOf = (name: string) => sharedTranscripts().find((one) => one.name === name)?.bytes ?? assert.fail(name)
const linesOf = (name: string): Line[] =>
  bytesOf(name)
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

for (const way of await everyWay())
  describe(`sessions of the Claude Agent SDK, ${way.name}`, { skip: noPackages || way.skip }, () => {
    let connected: Connected
    let store: TurngraphSessionStore
    before(async () => {
      sdk = await sdkOf()
      connected = await way.connect()
      store = new TurngraphSessionStore({ client: connected.client })
    })
    after(() => connected.end())

    for (const [at, [name, holds]] of Object.entries(statements).entries())
      it(name, () => holds(apart(store, `s${at}`), sdk))

    it("answer the SDK's functions as its own store does", { skip: noSharedData, timeout: 120_000 }, async () => {
      for (const [n, file] of files.entries()) {
        const sessionId = uuid(n)
        const lines = linesOf(file).map((line) => ('sessionId' in line ? { ...line, sessionId } : line))
        const [ours, theirs] = await Promise.all(
          [store as Store, new sdk.InMemorySessionStore()].map((each) => walk(each, sessionId, lines)),
        )
        assert.deepEqual(ours, theirs, file)
      }
    })

    it('go on after they were deleted, without what they had', async () => {
      const key = { projectKey: 'again/%', sessionId: 'again' }
      const lines = entries('u1 a2<u1', 'again') as unknown as Line[]
      for (const some of [lines, lines.slice(0, 1), lines]) {
        await store.append(key, some)
        assert.deepEqual(await store.load(key), some)
        assert.deepEqual(
          (await store.listSessions('again/%')).map((one) => one.sessionId),
          ['again'],
        )
        assert.equal((await connected.client.conversations.open('again').transcript().all()).length, some.length)
        await store.delete(key)
        assert.equal(await new TurngraphSessionStore({ client: connected.client }).load(key), null)
      }
    })

    it('are one conversation with the sub-agents below', async () => {
      const key = { projectKey: 'p', sessionId: 'talk' }
      await store.append(
        { ...key, subpath: 'subagents/agent-z' },
        entries('u8 a9<u8', 'talk', { isSidechain: true, agentId: 'z' }) as unknown as Line[],
      )
      await store.append(key, entries('u6 a7<u6', 'talk') as unknown as Line[])
      const query = 'query ($id: ID!) { conversation(id: $id) { sidechains { nodes { id turnCount } } } }'
      const { conversation } = await connected.client.query<{ conversation: unknown }>(query, { id: 'talk' })
      assert.deepEqual(conversation, { sidechains: { nodes: [{ id: 'talk.agent-z', turnCount: 2 }] } })
    })

    it('written by several stores at once lose nothing', { timeout: 60_000 }, async () => {
      const key = { projectKey: 'p', sessionId: 'crowd' }
      const stores = [1, 2, 3].map(() => new TurngraphSessionStore({ client: connected.client }))
      await Promise.all(
        stores.flatMap((each, s) => [0, 1, 2, 3].map((n) => each.append(key, [{ type: 'x', uuid: `${s}-${n}` }]))),
      )
      const found = (await store.load(key))?.map((line) => line.uuid) ?? []
      assert.equal(new Set(found).size, 12)
      for (const s of [0, 1, 2])
        assert.deepEqual(
          found.filter((id) => id?.startsWith(`${s}-`)),
          [0, 1, 2, 3].map((n) => `${s}-${n}`),
        )
    })

    it('take what no tree can have, and a batch larger than a request', { timeout: 120_000 }, async () => {
      const key = { projectKey: 'p', sessionId: 'odd' }
      const line = (uuid: string, content: unknown, more: object = {}): Line => ({
        type: 'user',
        uuid,
        parentUuid: null,
        sessionId: 'odd',
        timestamp: '2026-01-01T00:00:00Z',
        message: { role: 'user', content },
        ...more,
      })
      const odd = [
        line('o1', [{ type: 'tool_result', tool_use_id: 'never', content: 'of no call' }], { parentUuid: 'nobody' }),
        line('o2', null, { timestamp: 'no time' }),
        line('o3', 'half \ud83d and \u0000', { parentUuid: 'o3' }),
        { type: 'assistant', uuid: 'o4', message: { role: 'user', content: [1, null, { type: 'later' }] } },
        { type: 'x' },
        line('o5', 'x'.repeat(3_000_000)),
      ]
      const large = Array.from({ length: 40 }, (_, n) =>
        line(`l${n}`, 'words '.repeat(20_000), { parentUuid: n === 0 ? null : `l${n - 1}` }),
      )
      await store.append(key, odd)
      await store.append(key, large)
      assert.deepEqual(await store.load(key), [...odd, ...large])
    })

    it('are refused where they name nothing or are no JSON', async () => {
      const key = { projectKey: 'p', sessionId: 'bad' }
      const bad = (given: object, lines: unknown[] = [{ type: 'x' }]) =>
        assert.rejects(store.append(given as typeof key, lines as Line[]), { code: 'BAD_INPUT' })
      await bad({ ...key, subpath: '' })
      await bad({ ...key, sessionId: ' ' })
      await bad({ projectKey: 'p' })
      await bad({ ...key, sessionId: 'a\u0000b' })
      await bad(key, ['text'])
      await bad(key, [{ type: 'x', n: 1n }])
      assert.equal(await store.load(key), null)
    })
  })

/** What the SDK's functions answer over a store, less what is another at each time. */
async function walk(store: Store, sessionId: string, lines: Line[]): Promise<unknown> {
  const dir = '/work/of/tests'
  const options = { sessionStore: store, dir }
  const projectKey = '-work-of-tests'
  const size = Math.ceil(lines.length / 3)
  for (let from = 0; from < lines.length; from += size)
    await store.append({ projectKey, sessionId }, lines.slice(from, from + size))
  const plain = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (name, one: unknown) => (name === 'lastModified' || name === 'mtime' ? 0 : one)),
    ) as unknown
  const messages = await sdk.getSessionMessages(sessionId, options)
  const { sessionId: fork } = await sdk.forkSession(sessionId, options)
  await sdk.renameSession(sessionId, 'Another name', options)
  await sdk.tagSession(sessionId, 'kept', options)
  const listed = (await sdk.listSessions(options)).filter((one) => one['sessionId'] === sessionId)
  const loaded = await store.load({ projectKey, sessionId })
  const forked = (await store.load({ projectKey, sessionId: fork })) ?? []
  await sdk.deleteSession(fork, options)
  const gone = await store.load({ projectKey, sessionId: fork })
  const lineless = (line: Line) => ({
    ...line,
    uuid: 0,
    parentUuid: 0,
    logicalParentUuid: 0,
    sessionId: 0,
    timestamp: 0,
    leafUuid: 0,
  })
  const own = (line: Line) => (line.type === 'custom-title' || line.type === 'tag' ? lineless(line) : line)
  return plain([
    messages,
    listed,
    loaded?.map((line) => own(line as Line)),
    forked.map((line) => lineless(line as Line)),
    gone,
  ])
}
