// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { compose, type App } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { temporaryFolder, turngraph, type Ran } from './support.ts'

const folder = temporaryFolder()
const env = { DATA: join(folder, 'store'), LOG_LEVEL: 'silent' }

interface Thing {
  readonly kind: string
  readonly id: string
}

describe('turngraph show', () => {
  let app: App
  let url: string
  let ids: { observation: string; entity: string; attachment: string; relationship: string; event: string }
  before(async () => {
    app = await compose(readConfig(env))
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    ids = await fill(url)
  })
  after(() => app.close())

  /** What both say, here and by a server, which must be the same. */
  const show = async (...args: string[]): Promise<Ran> => {
    const local = await turngraph(env, 'show', ...args)
    assert.deepEqual(await turngraph({}, 'show', ...args, '--url', url), local)
    return local
  }
  const thingsOf = async (id: string): Promise<Thing[]> =>
    (JSON.parse((await show(id, '--json')).stdout) as { things: Thing[] }).things
  const found = async (id: string) => (await thingsOf(id)).map((thing) => [thing.kind, thing.id])

  it('shows what a conversation is and its last turns', async () => {
    const { status, stdout } = await show('trip:to', '--turns', '2')
    assert.equal(status, 0)
    assert.match(stdout, /^conversation trip:to: Where to\?\n {2}origin +HOST\n/)
    assert.match(stdout, /\n {2}transcript +3 turns\n/)
    assert.match(
      stdout,
      /… earlier turns: --turns shows more\n● 2 {2}ASSISTANT[^\n]*\n {2}→ look \{"at":"map"\}\n● 3 {2}TOOL/,
    )
    assert.doesNotMatch(stdout, /contains message/)
  })

  it('shows a message with all that it says, its observations and its relationships', async () => {
    const { stdout } = await show('trip%3Ato:1')
    assert.match(
      stdout,
      /^message trip%3Ato:1\n {2}role +USER\n {2}of +trip:to: Where to\?\n {2}stored +2 times, newest first:\n/,
    )
    assert.match(stdout, /relationships\n[^]*\n {2}Message trip%3Ato:1 discusses Entity [^\n]+: Lisbon\n/)
    assert.match(stdout, /\ncontent\n {2}Where to\?\n {2}\[ticket\.txt: text\/plain, 6 bytes, [0-9a-f]{64}\]\n$/)
  })

  it('shows observations, runs, entities, relationships, attachments and events by their ids', async () => {
    assert.match(
      (await show(ids.observation)).stdout,
      /^observation [^]*\n {2}kind +TURN\n[^]*\n {2}path hash +[0-9a-f]{64}\n/,
    )
    assert.match((await show('trip%3Ato:run-1')).stdout, /^run run-1\n {2}of +trip:to: .*\n {2}state +CLAIMED\n/)
    assert.match((await show(ids.entity)).stdout, /^city [^]*: Lisbon\n[^]*fields\n {2}name +Lisbon\n {2}rivers +1\n/)
    assert.match((await show(ids.relationship)).stdout, /^relationship [^]*\n {2}type +REFERS_TO /)
    assert.match((await show(ids.attachment)).stdout, /\n {2}size +6 bytes\n[^]*embedded in +trip%3Ato:1\n/)
    assert.match((await show(ids.event)).stdout, /^event [^]*\n {2}of +trip:to: /)
  })

  it('takes a beginning that no other id has', async () => {
    assert.deepEqual(await found('trip'), [['Conversation', 'trip:to']])
    assert.deepEqual(await found('oth:tw'), [['Message', 'other:two']])
    assert.deepEqual(await found('oth:t'), [['Message', 'other:two']])
    assert.deepEqual(await found('run-'), [['Run', 'trip%3Ato:run-1']])
    assert.deepEqual(await found(ids.observation.slice(0, 35)), [['Observation', ids.observation]])
    assert.deepEqual(await found(ids.entity.slice(0, 30)), [['Entity', ids.entity]])
  })

  it('says which ids begin so, and that nothing does', async () => {
    const many = await show('other:', '--json')
    assert.equal(many.status, 1)
    const { error } = JSON.parse(many.stdout) as { error: object }
    assert.deepEqual(error, {
      code: 'AMBIGUOUS_ID',
      message: '2 ids begin with "other:": Message other:one, Message other:two. Give more of it.',
      details: { beginning: 'other:', ids: ['other:one', 'other:two'] },
    })
    for (const id of ['nobody', 'trip:nobody', ''])
      assert.deepEqual(await show(id), {
        status: 1,
        stdout: '',
        stderr: `turngraph: Nothing has the id "${id}", or begins so.\n`,
      })
  })
})

async function fill(url: string) {
  const send = async (query: string, variables: object = {}) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await answer.json()) as { data: Answer; errors?: unknown }
    assert.equal(errors, undefined)
    assert.deepEqual(data.did?.userErrors ?? [], [])
    return data
  }
  const store =
    'mutation ($turns: [StoreTurnInput!]!) { did: storeTurns(input: { turns: $turns }) { userErrors { message } } }'
  const entity = (
    await send(
      'mutation { did: storeEntity(input: { type: "city", name: "Lisbon", fields: { rivers: 1 } }) { entity { id } userErrors { message } } }',
    )
  ).did?.entity?.id
  const ask = { conversationId: 'trip:to', turnId: '1', role: 'USER', text: 'Where to?' }
  const ticket = { name: 'ticket.txt', mediaType: 'text/plain', base64: 'TGlzYm9u' }
  await send(store, {
    turns: [
      ask,
      { ...ask, refersTo: [{ entityId: entity }], attachments: [ticket] },
      {
        conversationId: 'trip:to',
        turnId: '2',
        role: 'ASSISTANT',
        content: [{ toolCall: { callId: 'k', name: 'look', input: { at: 'map' } } }],
      },
      {
        conversationId: 'trip:to',
        turnId: '3',
        role: 'TOOL',
        content: [{ toolResult: { callId: 'k', content: 'seen' } }],
      },
      { conversationId: 'other', turnId: 'one', role: 'USER', text: 'One.' },
      { conversationId: 'other', turnId: 'two', role: 'ASSISTANT', text: 'Two.' },
    ],
  })
  await send(
    'mutation { did: claimRun(input: { conversationId: "trip:to", runId: "run-1" }) { userErrors { message } } }',
  )
  const { conversation } = await send(`{ conversation(id: "trip:to") {
    head { id } events(first: 1) { nodes { id } }
    message(turnId: "1") { attachments { id } relationships(type: REFERS_TO) { nodes { id } } }
  } }`)
  return {
    entity: entity ?? '',
    observation: conversation?.head.id ?? '',
    event: conversation?.events.nodes[0]?.id ?? '',
    attachment: conversation?.message.attachments[0]?.id ?? '',
    relationship: conversation?.message.relationships.nodes[0]?.id ?? '',
  }
}

interface Named {
  readonly id: string
}
interface Answer {
  readonly did?: { readonly userErrors: readonly object[]; readonly entity?: Named }
  readonly conversation?: {
    readonly head: Named
    readonly events: { readonly nodes: readonly Named[] }
    readonly message: {
      readonly attachments: readonly Named[]
      readonly relationships: { readonly nodes: readonly Named[] }
    }
  }
}
