/** State records over the API: what is written, listed and deleted, and every input that is refused. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Api } from '../../graphql/support/api.ts'
import { forEachStore } from '../../graphql/support/forEachStore.ts'
import { storeTurn, texts } from '../../graphql/support/talk.ts'

interface Refused {
  readonly code: string
  readonly field: readonly string[] | null
  readonly details: Record<string, unknown> | null
}
interface Payload {
  readonly records: readonly Shown[]
  readonly deleted: number
  readonly replayed: boolean
  readonly userErrors: readonly Refused[]
}
interface Shown {
  readonly kind: string
  readonly key: string
  readonly value: unknown
  readonly base64: string | null
  readonly version: number
  readonly observation: { readonly id: string } | null
}

const payload = `{ records { kind key parentKey value base64 version observation { id } conversation { id } } deleted replayed
  userErrors { code field details } }`

async function put(api: Api, conversationId: string, records: readonly object[], more: object = {}): Promise<Payload> {
  const query = `mutation ($input: PutRecordsInput!) { putRecords(input: $input) ${payload} }`
  const input = { conversationId, records, ...more }
  return (await api.ask<{ putRecords: Payload }>(query, { input })).putRecords
}

async function remove(api: Api, input: object): Promise<Payload> {
  const query = `mutation ($input: DeleteRecordsInput!) { deleteRecords(input: $input) ${payload} }`
  return (await api.ask<{ deleteRecords: Payload }>(query, { input })).deleteRecords
}

/** Returns what a page of records holds, as `kind key`. */
async function list(api: Api, args: string): Promise<string[]> {
  const { records } = await api.ask<{ records: { nodes: Shown[] } }>(`{ records(${args}) { nodes { kind key } } }`)
  return records.nodes.map(({ kind, key }) => `${kind} ${key}`)
}

const batch = `mutation ($input: StoreTurnsInput!) { storeTurns(input: $input) {
  results { observation { id } conversation { id } forked } replayed userErrors { code field details } } }`
interface Batch {
  readonly results: readonly { readonly observation: { id: string }; readonly conversation: { id: string } }[]
  readonly replayed: boolean
  readonly userErrors: readonly Refused[]
}
const storeTurns = async (api: Api, input: object) =>
  (await api.ask<{ storeTurns: Batch }>(batch, { input })).storeTurns

const record = (key: string, value: unknown = key, more: object = {}) => ({ kind: 'k', key, value, ...more })

await forEachStore('state records', (start) => {
  let api: Api
  before(async () => {
    api = await start({ MAX_TURN_BYTES: '2000' })
  })
  after(() => api.close())
  const ofConversation = (id: string) =>
    api.ask<{ conversation: Record<string, unknown> | null }>(
      `{ conversation(id: "${id}") { updatedAt head { id } turnCount events { totalCount } } }`,
    )

  it('are values and bytes under keys, with versions, of a conversation that is made', async () => {
    const { records, replayed } = await put(api, 'made', [
      record('a', { x: [1, null] }),
      { kind: 'k', key: 'b', base64: 'AP8=' },
    ])
    assert.deepEqual(
      records.map(({ key, value, base64, version }) => [key, value, base64, version]),
      [
        ['a', { x: [1, null] }, null, 1],
        ['b', null, 'AP8=', 1],
      ],
    )
    assert.equal(replayed, false)
    const [again] = (await put(api, 'made', [record('a', 'other', { parentKey: 'b' })])).records
    assert.deepEqual([again?.version, again?.value], [2, 'other'])
    assert.deepEqual(await list(api, 'conversationId: "made"'), ['k a', 'k b'])
    const { conversations } = await api.ask('{ conversations { nodes { id } } }')
    assert.ok(conversations.nodes.some(({ id }) => id === 'made'))
  })

  it('move nothing else of their conversation, and stand in no line of its ledger', async () => {
    await storeTurn(api, { conversationId: 'still', role: 'USER', text: 'Hello' })
    const before = await ofConversation('still')
    await put(api, 'still', [record('a')])
    await remove(api, { conversationId: 'still' })
    assert.deepEqual(await ofConversation('still'), before)
    assert.deepEqual(await texts(api, 'still'), ['Hello'])
  })

  it('are decided in the order in which they are given', async () => {
    const { records } = await put(api, 'order', [record('a', 1), record('a', 2, { expectedVersion: 1 })])
    assert.deepEqual(
      records.map(({ value, version }) => [value, version]),
      [
        [1, 1],
        [2, 2],
      ],
    )
    const [kept] = (await put(api, 'order', [record('a', 3, { ifExists: 'KEEP' })])).records
    assert.deepEqual([kept?.value, kept?.version], [2, 2])
  })

  it('are written once under a key, and answered as they are now', async () => {
    const given = [record('a', 1)]
    await put(api, 'keyed', given, { idempotencyKey: 'put-1' })
    await put(api, 'keyed', [record('a', 2)])
    const again = await put(api, 'keyed', given, { idempotencyKey: 'put-1' })
    assert.deepEqual([again.replayed, again.records[0]?.value, again.records[0]?.version], [true, 2, 2])
    const other = await put(api, 'keyed', [record('a', 3)], { idempotencyKey: 'put-1' })
    assert.equal(other.userErrors[0]?.code, 'IDEMPOTENCY_MISMATCH')
    const gone = { conversationId: 'keyed', keyPrefix: 'a', idempotencyKey: 'delete-1' }
    assert.equal((await remove(api, gone)).deleted, 1)
    await put(api, 'keyed', [record('a', 4)])
    const replayed = await remove(api, gone)
    assert.deepEqual([replayed.replayed, replayed.deleted], [true, 1])
    assert.deepEqual(await list(api, 'conversationId: "keyed"'), ['k a'])
  })

  it('are written with turns or not at all, and name what a turn makes', async () => {
    const turns = [{ role: 'USER', text: 'Hi', turnId: 'u' }]
    const done = await storeTurns(api, {
      ...{ turns, conversationId: 'with', idempotencyKey: 'with-1' },
      records: [record('a', 1, { turn: 0 }), record('b')],
    })
    assert.deepEqual(done.userErrors, [])
    const [made] = done.results
    const { records } = await api.ask<{ records: { nodes: Shown[] } }>(
      '{ records(conversationId: "with") { nodes { key observation { id } } } }',
    )
    assert.deepEqual(
      records.nodes.map(({ key, observation }) => [key, observation?.id ?? null]),
      [
        ['a', made?.observation.id],
        ['b', null],
      ],
    )
    const refused = await storeTurns(api, {
      ...{ turns: [{ role: 'USER', text: 'No', turnId: 'never' }], conversationId: 'with' },
      records: [record('a', 1, { ifExists: 'REFUSE' })],
    })
    assert.deepEqual(refused.userErrors[0]?.details, { kind: 'k', key: 'a', version: 1, index: 0 })
    assert.deepEqual(refused.userErrors[0].field, ['records', '0', 'key'])
    assert.deepEqual(await texts(api, 'with'), ['Hi'])
    const again = await storeTurns(api, {
      ...{ turns, conversationId: 'with', idempotencyKey: 'with-1' },
      records: [record('a', 1, { turn: 0 }), record('b')],
    })
    assert.deepEqual([again.replayed, again.results.length], [true, 1])
    const other = { turns, conversationId: 'with', idempotencyKey: 'with-1', records: [record('b')] }
    assert.equal((await storeTurns(api, other)).userErrors[0]?.code, 'IDEMPOTENCY_MISMATCH')
  })

  it('may be all that is stored, when the head is the expected one', async () => {
    const stored = await storeTurn(api, { conversationId: 'alone', role: 'USER', text: 'Hi' })
    const before = await ofConversation('alone')
    const input = { conversationId: 'alone', turns: [], records: [record('a')] }
    const moved = await storeTurns(api, { ...input, expectedHeadId: null })
    assert.equal(moved.userErrors[0]?.code, 'HEAD_MOVED')
    assert.deepEqual(await list(api, 'conversationId: "alone"'), [])
    const done = await storeTurns(api, { ...input, expectedHeadId: stored.observation.id })
    assert.deepEqual([done.userErrors, done.results], [[], []])
    assert.deepEqual(await list(api, 'conversationId: "alone"'), ['k a'])
    assert.deepEqual(await ofConversation('alone'), before)
    const nowhere = await storeTurns(api, { turns: [], records: [record('a')] })
    assert.deepEqual(nowhere.userErrors[0]?.field, ['conversationId'])
  })

  it('go into the sibling when the turns that they are written with do', async () => {
    const root = await storeTurn(api, { conversationId: 'race', role: 'USER', text: 'A' })
    await storeTurn(api, { conversationId: 'race', role: 'ASSISTANT', text: 'B' })
    const { results } = await storeTurns(api, {
      ...{ conversationId: 'race', turns: [{ role: 'ASSISTANT', text: 'C' }], records: [record('a', 1, { turn: 0 })] },
      ...{ expectedHeadId: root.observation.id, onConflict: 'FORK' },
    })
    const sibling = results[0]?.conversation.id ?? ''
    assert.notEqual(sibling, 'race')
    assert.deepEqual(await list(api, 'conversationId: "race"'), [])
    assert.deepEqual(await list(api, `conversationId: "${sibling}"`), ['k a'])
  })

  it('are about what is recorded in their conversation, or inherited by it', async () => {
    const first = await storeTurn(api, { conversationId: 'source', role: 'USER', text: 'A' })
    const second = await storeTurn(api, { conversationId: 'source', role: 'ASSISTANT', text: 'B' })
    await api.ask(`mutation { forkConversation(input: { source: "source", newConversationId: "inherits",
      at: { observationId: "${first.observation.id}" } }) { userErrors { code } } }`)
    const about = (observationId: string) => put(api, 'inherits', [record('a', 1, { observationId })])
    assert.equal((await about(first.observation.id)).records[0]?.observation?.id, first.observation.id)
    const [refused] = (await about(second.observation.id)).userErrors
    assert.deepEqual([refused?.code, refused?.details?.['id']], ['NOT_FOUND', second.observation.id])
  })

  it('are listed by kind, prefix, bound and page, in the order of their bytes', async () => {
    const keys = ['b', 'a/2', 'a/1', '\u{1F600}', '\uFFFD']
    await put(api, 'listed', [...keys.map((key) => record(key)), { kind: 'k.part', key: 'x', value: 1 }])
    await put(api, 'listed2', [record('a/1')])
    const all = ['k a/1', 'k a/2', 'k b', 'k \uFFFD', 'k \u{1F600}', 'k.part x']
    assert.deepEqual(await list(api, 'conversationId: "listed"'), all)
    assert.deepEqual(await list(api, 'conversationId: "listed", order: DESCENDING'), [...all].reverse())
    assert.deepEqual(await list(api, 'conversationId: "listed", kindPrefix: "k."'), ['k.part x'])
    assert.deepEqual(await list(api, 'conversationId: "listed", kind: "k", keyPrefix: "a/"'), all.slice(0, 2))
    assert.deepEqual(await list(api, 'conversationId: "listed", kind: "k", beforeKey: "a/2"'), ['k a/1'])
    assert.deepEqual(await list(api, 'kind: "k", keys: ["a/1"]'), ['k a/1', 'k a/1'])
    const page = '{ nodes { key } pageInfo { hasNextPage endCursor } totalCount }'
    interface Page {
      records: { nodes: Shown[]; pageInfo: { hasNextPage: boolean; endCursor: string }; totalCount: number }
    }
    const first = await api.ask<Page>(`{ records(conversationId: "listed", kind: "k", first: 2) ${page} }`)
    assert.deepEqual([first.records.totalCount, first.records.pageInfo.hasNextPage], [5, true])
    const after = `after: "${first.records.pageInfo.endCursor}"`
    const rest = await api.ask<Page>(`{ records(conversationId: "listed", kind: "k", first: 1000, ${after}) ${page} }`)
    assert.deepEqual(
      [...first.records.nodes, ...rest.records.nodes].map(({ key }) => `k ${key}`),
      all.slice(0, 5),
    )
    const other = await api.send(`{ records(conversationId: "listed2", kind: "k", ${after}) ${page} }`)
    assert.equal(other.errors[0]?.extensions.code, 'BAD_INPUT')
    const kinds = await api.ask('{ recordKinds(conversationId: "listed") }')
    assert.deepEqual(kinds, { recordKinds: ['k', 'k.part'] })
    assert.deepEqual(await api.ask('{ recordKinds(prefix: "k") }'), { recordKinds: ['k'] })
    assert.deepEqual(await api.ask('{ recordKinds(conversationId: "listed", after: "k") }'), {
      recordKinds: ['k.part'],
    })
  })

  it('of a deleted conversation are not there until it is restored', async () => {
    await put(api, 'gone', [record('a', 1), { kind: 'only.gone', key: 'a', value: 1 }])
    await api.ask('mutation { deleteConversation(input: { id: "gone" }) { userErrors { code } } }')
    assert.deepEqual(await list(api, 'conversationId: "gone"'), [])
    assert.deepEqual(await list(api, 'kind: "only.gone"'), [])
    const { recordKinds } = await api.ask<{ recordKinds: string[] }>('{ recordKinds(prefix: "only") }')
    assert.deepEqual(recordKinds, [])
    const facts = { kind: 'Conversation', id: 'gone', deleted: true }
    for (const { userErrors } of [await put(api, 'gone', [record('b')]), await remove(api, { conversationId: 'gone' })])
      assert.deepEqual([userErrors[0]?.code, userErrors[0]?.details], ['NOT_FOUND', facts])
    await api.ask('mutation { restoreConversation(input: { id: "gone" }) { userErrors { code } } }')
    assert.deepEqual(await list(api, 'conversationId: "gone"'), ['k a', 'only.gone a'])
  })

  it('are deleted by kind, prefix and key, and only those', async () => {
    const keys = ['a/1', 'a/2', 'b', 'c']
    await put(api, 'deleted', [...keys.map((key) => record(key)), { kind: 'other', key: 'a/1', value: 1 }])
    const drop = async (input: object) => (await remove(api, { conversationId: 'deleted', ...input })).deleted
    assert.equal(await drop({ kind: 'k', keyPrefix: 'a/' }), 2)
    assert.equal(await drop({ kind: 'k', keys: ['b', 'never'] }), 1)
    assert.equal(await drop({ kind: 'k', keys: [] }), 0)
    assert.deepEqual(await list(api, 'conversationId: "deleted"'), ['k c', 'other a/1'])
    assert.equal(await drop({}), 2)
    const unknown = await remove(api, { conversationId: 'never' })
    assert.equal(unknown.userErrors[0]?.code, 'NOT_FOUND')
  })

  describe('refuse', () => {
    const kind = 'BAD_INPUT'
    const refusals: readonly (readonly [what: string, given: object, code: string, field: readonly string[]])[] = [
      ['both contents', record('a', 1, { base64: 'AA==' }), kind, ['base64']],
      ['no content', { kind: 'k', key: 'a' }, kind, ['value']],
      ['null as content', { kind: 'k', key: 'a', value: null, base64: null }, kind, ['value']],
      ['base64 that is none', { kind: 'k', key: 'a', base64: '!!!!' }, kind, ['base64']],
      ['base64 without its padding', { kind: 'k', key: 'a', base64: 'AA' }, kind, ['base64']],
      ['an empty kind', { kind: '', key: 'a', value: 1 }, kind, ['kind']],
      ['a kind that is too long', { kind: 'k'.repeat(513), key: 'a', value: 1 }, kind, ['kind']],
      ['a kind with a control character', { kind: 'k\n', key: 'a', value: 1 }, kind, ['kind']],
      ['a kind with half a surrogate pair', { kind: 'k\ud800', key: 'a', value: 1 }, kind, ['kind']],
      ['a kind that begins with a dot', { kind: '.part', key: 'a', value: 1 }, kind, ['kind']],
      ['an empty key', record(''), kind, ['key']],
      ['a key that is too long', record('é'.repeat(513)), kind, ['key']],
      ['a key with a NUL', record('a\0'), kind, ['key']],
      ['a key with half a surrogate pair', record('\udc00'), kind, ['key']],
      ['a parent key that is no key', record('a', 1, { parentKey: '' }), kind, ['parentKey']],
      ['a version below 0', record('a', 1, { expectedVersion: -1 }), kind, ['expectedVersion']],
      ['a turn beside an observation', record('a', 1, { turn: 0, observationId: 'o' }), kind, ['turn']],
      ['a turn that is none', record('a', 1, { turn: 0 }), 'NOT_FOUND', ['turn']],
      ['an observation that never was', record('a', 1, { observationId: 'never' }), 'NOT_FOUND', ['observationId']],
      ['a value over the limit', record('a', 'x'.repeat(1999)), 'LIMIT_EXCEEDED', ['value']],
      [
        'bytes over the limit',
        { kind: 'k', key: 'a', base64: Buffer.alloc(2001).toString('base64') },
        'LIMIT_EXCEEDED',
        ['base64'],
      ],
    ]
    for (const [what, given, code, field] of refusals)
      it(`${what}, with ${code} and its field, and nothing is written`, async () => {
        const { records, userErrors } = await put(api, 'refused', [record('fine'), given])
        assert.deepEqual([records, userErrors[0]?.code, userErrors[0]?.field], [[], code, ['records', '1', ...field]])
        assert.deepEqual(await list(api, 'conversationId: "refused"'), [])
        assert.deepEqual(await ofConversation('refused'), { conversation: null })
      })

    it('a command with 1,001 records, and one with none', async () => {
      const many = await put(
        api,
        'refused',
        Array.from({ length: 1001 }, (_, k) => record(`${k}`)),
      )
      assert.deepEqual(
        [many.userErrors[0]?.code, many.userErrors[0]?.details],
        ['LIMIT_EXCEEDED', { limit: 1000, given: 1001 }],
      )
      assert.equal((await put(api, 'refused', [])).userErrors[0]?.code, 'BAD_INPUT')
      assert.deepEqual(await list(api, 'conversationId: "refused"'), [])
    })

    it('a key that is there, and a version that is another', async () => {
      await put(api, 'versions', [record('a', 1)])
      const taken = await put(api, 'versions', [record('b'), record('a', 2, { ifExists: 'REFUSE' })])
      assert.deepEqual(
        [taken.userErrors[0]?.code, taken.userErrors[0]?.details],
        ['ALREADY_EXISTS', { kind: 'k', key: 'a', version: 1, index: 1 }],
      )
      for (const [key, expected, found] of [
        ['a', 0, 1],
        ['a', 2, 1],
        ['b', 1, 0],
      ] as const) {
        const { userErrors } = await put(api, 'versions', [record(key, 2, { expectedVersion: expected })])
        assert.deepEqual(
          [userErrors[0]?.code, userErrors[0]?.details],
          ['RECORD_CHANGED', { kind: 'k', key, expected, found, index: 0 }],
        )
      }
      assert.deepEqual(await list(api, 'conversationId: "versions"'), ['k a'])
    })

    it('an observation of another conversation as one that never was', async () => {
      const { observation } = await storeTurn(api, { conversationId: 'elsewhere', role: 'USER', text: 'x' })
      const details = async (observationId: string) => {
        const [refused] = (await put(api, 'here', [record('a', 1, { observationId })])).userErrors
        return [refused?.code, { ...refused?.details, id: null }]
      }
      assert.deepEqual(await details(observation.id), await details('never'))
    })

    const queries: readonly (readonly [what: string, args: string, field: string])[] = [
      ['a prefix of kinds without a conversation', 'kindPrefix: "k"', 'kindPrefix'],
      ['no conversation and no kind', 'first: 3', 'conversationId'],
      ['parts over all conversations', 'kind: "k.part"', 'kind'],
      ['a kind and a prefix of kinds', 'conversationId: "c", kind: "k", kindPrefix: "k"', 'kindPrefix'],
      ['keys without a kind', 'conversationId: "c", keys: ["a"]', 'keys'],
      ['a key with a control character', 'kind: "k", keys: ["a\\u0000"]', 'keys'],
      ['a page of none', 'kind: "k", first: 0', 'first'],
      ['a page of 1,001', 'kind: "k", first: 1001', 'first'],
      ['a broken cursor', 'kind: "k", after: "nonsense"', 'after'],
    ]
    for (const [what, args, field] of queries)
      it(`to list ${what}`, async () => {
        const { errors } = await api.send(`{ records(${args}) { nodes { key } } }`)
        assert.equal(errors[0]?.extensions.code, 'BAD_INPUT')
        assert.match(
          errors[0].message,
          new RegExp(field === 'after' ? 'cursor' : field === 'keys' ? 'key|control' : field),
        )
      })
  })
})
