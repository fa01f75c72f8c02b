import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from './support/api.ts'
import { mutate, storeTurn, talk } from './support/talk.ts'
import { waitFor } from '../support/waitFor.ts'

const shown = `conversation { id head { id } transcript(view: RAW) { nodes { role text observation { kind } } } }
  join { id kind role text parent { id } parents { id } fields pathHash contentHash attachments { id }
    content { __typename ... on AttachmentBlock { kind environment fileName } } }
  event { kind details note } verdict refuted { conversation { id } reason } replayed`

describe('merges over the API', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-gates-'))
  const started = join(folder, 'started')
  let api: Api
  before(async () => {
    const gates = join(folder, 'gates.json')
    const script = `process.exit(require('node:fs').readFileSync(0, 'utf8').includes('passed') ? 0 : 1)`
    const slow = `require('node:fs').writeFileSync(${JSON.stringify(started)}, String(process.pid)); setTimeout(() => {}, 60_000)`
    const commands = { tests: script, slow }
    const configured = Object.entries(commands).map(([name, text]) => [
      name,
      { command: [process.execPath, '-e', text] },
    ])
    writeFileSync(gates, JSON.stringify(Object.fromEntries(configured)))
    api = await startApi({ GATES: gates })
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true })
  })

  const artifact = (text: string, name: string) => ({
    ...{ base64: Buffer.from(text).toString('base64'), mediaType: 'application/json', name },
    ...{ kind: 'report', environment: 'ci' },
  })
  async function branches(main: string): Promise<void> {
    await talk(api, main, 'one', 'two')
    for (const [id, text] of [
      ['good', '{"passed":true}'],
      ['ill', '{"failed":1}'],
    ] as const) {
      await mutate(api, 'forkConversation', { source: main, newConversationId: `${main}-${id}` }, '')
      const attachments = [artifact(text, `${id}.json`)]
      await storeTurn(api, { conversationId: `${main}-${id}`, role: 'USER', text: id, attachments })
    }
  }

  for (const [name, gate] of [
    ['a JSON Schema', { jsonSchema: { required: ['passed'] } }],
    ['a configured command', { command: 'tests' }],
  ] as const)
    it(`take the evidence that ${name} lets survive`, async () => {
      const main = name.replaceAll(' ', '-')
      await branches(main)
      const from = [`${main}-good`, `${main}-ill`]
      const input = { into: main, from, strategy: 'EVIDENCE', gate, reviewer: 'ann', note: 'why', idempotencyKey: main }
      const merged = await mutate(api, 'mergeConversations', input, shown)
      assert.deepEqual(merged.userErrors, [])
      const { join, conversation, event, verdict, refuted, replayed } = merged
      assert.deepEqual([verdict, replayed, conversation.head.id], ['SURVIVES', false, join.id])
      assert.deepEqual(join.content, [
        { __typename: 'AttachmentBlock', kind: 'report', environment: 'ci', fileName: 'good.json' },
      ])
      assert.deepEqual([join.kind, join.role, join.text, join.parents.length], ['JOIN', null, null, 2])
      assert.equal(join.parents[0].id, join.parent.id)
      assert.deepEqual(
        refuted.map(({ conversation: { id } }) => id),
        [`${main}-ill`],
      )
      assert.match(refuted[0].reason, /ill\.json: /)
      assert.deepEqual([event.kind, event.note], ['MERGE', 'why'])
      const entries = conversation.transcript.nodes.map(({ observation: { kind }, text }) => [kind, text])
      assert.deepEqual(entries.at(-1), ['JOIN', ''])
      assert.deepEqual(await mutate(api, 'mergeConversations', input, shown), { ...merged, replayed: true })
      const evidence =
        await api.ask(`{ conversation(id: "${main}") { evidence(first: 1) { totalCount pageInfo { hasNextPage }
        nodes { attachment { id byteSize } fileName kind environment from { id } event { kind note } verdict } } } }`)
      assert.deepEqual(evidence.conversation.evidence, {
        ...{ totalCount: 1, pageInfo: { hasNextPage: false } },
        nodes: [
          {
            ...{ attachment: { id: join.attachments[0].id, byteSize: 15 }, fileName: 'good.json' },
            ...{ kind: 'report', environment: 'ci', from: { id: `${main}-good` } },
            ...{ event: { kind: 'MERGE', note: 'why' }, verdict: 'SURVIVES' },
          },
        ],
      })
    })

  it('end, and so does their gate, when the client goes away while it judges', async () => {
    await branches('left')
    const input = { into: 'left', from: ['left-good'], strategy: 'EVIDENCE', gate: { command: 'slow' } }
    const query = 'mutation ($input: MergeInput!) { mergeConversations(input: $input) { verdict } }'
    const controller = new AbortController()
    const answer = fetch(`${api.url}/graphql`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, signal: controller.signal },
      body: JSON.stringify({ query, variables: { input } }),
    })
    const gone = assert.rejects(answer, { name: 'AbortError' })
    await waitFor(() => existsSync(started) && readFileSync(started, 'utf8') !== '')
    controller.abort()
    await gone
    const pid = Number(readFileSync(started, 'utf8'))
    await waitFor(() => !isRunning(pid))
    const { conversation } = await api.ask('{ conversation(id: "left") { head { kind } } }')
    assert.equal(conversation.head.kind, 'TURN')
  })

  it('refuse with a code, the field and facts', async () => {
    await branches('r')
    const input = { into: 'r', from: ['r-good'], strategy: 'EVIDENCE' }
    const refused = async (more: object) => {
      const { userErrors } = await mutate(api, 'mergeConversations', { ...input, ...more }, shown)
      return [userErrors[0].code, userErrors[0].field]
    }
    assert.deepEqual(await refused({}), ['BAD_INPUT', ['gate']])
    assert.deepEqual(await refused({ gate: { command: 'none' } }), ['BAD_INPUT', ['gate', 'command']])
    assert.deepEqual(await refused({ gate: { jsonSchema: 1 } }), ['BAD_INPUT', ['gate', 'jsonSchema']])
    const more = await storeTurn(api, {
      conversationId: 'r-ill',
      role: 'USER',
      text: 'x',
      attachments: [{ ...artifact('1', 'x'), environment: 'prod' }],
    })
    assert.deepEqual(more.userErrors, [])
    assert.deepEqual(await refused({ from: ['r-good', 'r-ill'], gate: { command: 'tests' } }), [
      'ENVIRONMENT_MISMATCH',
      ['from'],
    ])
    assert.deepEqual(await refused({ gate: { command: 'tests' }, expectedHeadId: 'x' }), [
      'HEAD_MOVED',
      ['expectedHeadId'],
    ])
    const events = await api.ask('{ conversation(id: "r") { events { nodes { kind } } } }')
    assert.ok(events.conversation.events.nodes.every(({ kind }) => kind !== 'MERGE'))
  })
})

describe('repairs over the API', () => {
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  it('tell in a dry run what there is to mend, mend it, and are taken back', async () => {
    await talk(api, 'c', 'one')
    const content = [{ toolCall: { callId: 'k', name: 'run', input: {} } }]
    await storeTurn(api, { conversationId: 'c', turnId: 'a', role: 'ASSISTANT', content })
    await storeTurn(api, { conversationId: 'c', turnId: 'b', role: 'USER', text: 'two' })
    const shown = `report { ok repairable damage findings { code } } event { kind details } replayed
      conversation { head { id } transcript { nodes { role observation { metadata copyOf { id } } } } }`
    const dry = await mutate(api, 'repair', { conversationId: 'c' }, shown)
    assert.deepEqual([dry.report.ok, dry.report.repairable, dry.event], [false, 1, null])
    const input = { conversationId: 'c', dryRun: false, idempotencyKey: 'k', expectedHeadId: dry.conversation.head.id }
    const mended = await mutate(api, 'repair', input, shown)
    assert.deepEqual(mended.report, { ok: true, repairable: 0, damage: 0, findings: [] })
    assert.deepEqual([mended.event.kind, mended.replayed], ['REPAIR', false])
    const nodes = mended.conversation.transcript.nodes.map(({ role, observation: { metadata } }) => [role, metadata])
    assert.deepEqual(nodes[2], ['TOOL', { synthetic: true }])
    assert.equal((await mutate(api, 'repair', input, shown)).replayed, true)
    const undone = await mutate(api, 'undo', { conversationId: 'c' }, 'conversation { head { id } }')
    assert.deepEqual(undone.conversation.head, dry.conversation.head)
    const left = await mutate(api, 'repair', { conversationId: 'c', dryRun: false, toolCalls: 'LEAVE_OUT' }, shown)
    assert.deepEqual(
      left.conversation.transcript.nodes.map(({ role }) => role),
      ['USER', 'USER'],
    )
    const refused = await mutate(api, 'repair', { conversationId: 'none' }, shown)
    assert.equal(refused.userErrors[0].code, 'NOT_FOUND')
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
