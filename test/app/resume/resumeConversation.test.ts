import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { resumeConversation, type ResumeResult } from '../../../src/app/resume/resumeConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { nothingCarried, fieldsOf } from '../../../src/app/transcripts/entryFields.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import type { Block, JsonObject, Role } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { saidIn } from '../../support/textsOfSessions.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { sessionFaults, sessionFormats, type SessionFormat } from '../../support/sessionRules.ts'
import { say, turnsOf } from '../../support/talk.ts'
import { imports, pathOf } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `resume-${++count}` })
const nameOf = (format: SessionFormat) => format.toLowerCase().replaceAll('_', '-')
const text = (said: string): Block => ({ type: 'text', text: said })

/** A talk with a call of an id that providers refuse, used twice, a thought of another origin, and data as a result. */
async function talk(scope: Scope): Promise<void> {
  const store = (turnId: string, role: Role, ...blocks: Block[]) =>
    storeTurn(scope, {
      conversationId: 'c',
      turnId,
      role,
      blocks,
      model: role === 'ASSISTANT' ? 'gpt-5' : null,
      usage: role === 'ASSISTANT' ? { answerId: 'one' } : null,
    })
  await store('s1', 'SYSTEM', text('be brief'))
  await store('u1', 'USER', text('first'))
  await store('a1', 'ASSISTANT', { type: 'thinking', thinking: 'hm' }, text('so'), {
    type: 'toolCall',
    callId: 'call:1/ü',
    name: 'my tool.x',
    input: { list: [1] },
  })
  await store('t1', 'TOOL', {
    type: 'toolResult',
    callId: 'call:1/ü',
    content: [{ text: 'a' }, { n: 1 }],
    isError: true,
  })
  await store('a2', 'ASSISTANT', { type: 'toolCall', callId: 'call:1/ü', name: 'read', input: {} })
  await store('t2', 'TOOL', { type: 'toolResult', callId: 'call:1/ü', content: '', isError: false })
  await store('a3', 'ASSISTANT', text('done'))
  await store('u2', 'USER', text('second'))
  await store('a4', 'ASSISTANT', text('end'))
}

async function fileOf(scope: Scope, { conversation, session }: ResumeResult): Promise<string> {
  scope.reads.clear()
  const found: Uint8Array[] = []
  const { pieces } = await openExport(scope, { conversationId: conversation.id, session: session.id })
  for await (const piece of pieces) found.push(piece)
  return Buffer.concat(found).toString()
}

/** What an agent appends: a prompt and its answer, in its own words. */
function more(format: SessionFormat, file: string, { session: { id } }: ResumeResult, prompt: string): string {
  const last = JSON.parse(file.trimEnd().split('\n').at(-1) ?? '{}') as JsonObject
  const timestamp = '2027-01-01T00:00:00.000Z'
  const [a, b] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  const lines: Readonly<Record<SessionFormat, readonly JsonObject[]>> = {
    CLAUDE_CODE: [
      { type: 'mode', sessionId: id, mode: 'default' },
      {
        type: 'user',
        uuid: a,
        parentUuid: last['uuid'] ?? null,
        isSidechain: false,
        sessionId: id,
        version: '2.1.331',
        timestamp,
        message: { role: 'user', content: prompt },
      },
      {
        type: 'assistant',
        uuid: b,
        parentUuid: a,
        isSidechain: false,
        sessionId: id,
        version: '2.1.331',
        timestamp,
        message: { id: 'msg_new', role: 'assistant', model: 'claude-x', content: [{ type: 'text', text: 'answered' }] },
      },
      { type: 'last-prompt', leafUuid: b, sessionId: id },
    ],
    CODEX: [
      { timestamp, type: 'turn_context', payload: { cwd: '/w', model: 'gpt-5' } },
      { timestamp, type: 'event_msg', payload: { type: 'user_message', message: prompt } },
      {
        timestamp,
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] },
      },
      {
        timestamp,
        type: 'response_item',
        payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'answered' }] },
      },
      { timestamp, type: 'event_msg', payload: { type: 'agent_message', message: 'answered' } },
    ],
    GEMINI_CLI: [
      { id: a, timestamp, type: 'user', content: [{ text: prompt }] },
      { $set: { lastUpdated: timestamp } },
      { id: b, timestamp, type: 'gemini', content: 'answered', model: 'gemini-3' },
    ],
    PI: [
      {
        type: 'message',
        id: a,
        parentId: last['id'] ?? null,
        timestamp,
        message: { role: 'user', content: [{ type: 'text', text: prompt }] },
      },
      {
        type: 'message',
        id: b,
        parentId: a,
        timestamp,
        message: {
          role: 'assistant',
          content: [{ type: 'text', text: 'answered' }],
          usage: { totalTokens: 1 },
          stopReason: 'stop',
        },
      },
    ],
  }
  return `${file}${lines[format].map((line) => `${JSON.stringify(line)}\n`).join('')}`
}

await onEveryStore('an agent that is given a session', (on) => {
  for (const format of sessionFormats) {
    it(`knows a branch from its middle, and what it writes on is the fork's: ${format}`, async () => {
      const scope = alone(on)
      await talk(scope)
      const made = await resumeConversation(scope, {
        conversationId: 'c',
        at: { messageId: 'c:a3' },
        agent: nameOf(format),
        cwd: '/w',
      })
      assert.deepEqual([made.forked, made.conversation.id], [true, made.session.id])
      const file = await fileOf(scope, made)
      assert.deepEqual(sessionFaults(format, file), [])
      assert.equal(made.session.command.join(' ').includes('be brief'), ['CLAUDE_CODE', 'PI'].includes(format))
      const before = (await pathOf(scope, made.session.id)).length
      const same = await imports(scope, file, { fileName: made.session.path.at(-1) ?? null })
      assert.deepEqual([same.report.added, (await pathOf(scope, made.session.id)).length], [0, before])
      const longer = more(format, file, made, 'third')
      for (const added of [2, 0]) {
        const { report } = await imports(scope, longer, { fileName: made.session.path.at(-1) ?? null })
        assert.equal(report.added, added)
      }
      scope.reads.clear()
      const turns = await turnsOf(scope, made.session.id)
      assert.deepEqual([turns.length, turns.at(-3)], [before + 2, 'a3'])
      const { damage, findings } = await integrity(scope, made.session.id)
      assert.equal(damage, 0, JSON.stringify(findings))
      const ids = await scope.store.conversations([made.session.id, 'c'])
      assert.deepEqual(
        ids.map((one) => one?.shape.roots),
        [1, 1],
      )
      assert.equal(ids[0]?.shape.leaves, 1)
    })
    it(`knows a head, and what it writes on is that conversation's: ${format}`, async () => {
      const scope = alone(on)
      await talk(scope)
      const made = await resumeConversation(scope, { conversationId: 'c', agent: nameOf(format), cwd: '/w' })
      assert.deepEqual([made.forked, made.conversation.id], [false, 'c'])
      const longer = more(format, await fileOf(scope, made), made, 'third')
      const { report, conversations } = await imports(scope, longer)
      assert.deepEqual([report.added, conversations.map(({ id }) => id)], [2, ['c']])
      const [c] = await scope.store.conversations(['c'])
      assert.deepEqual([c?.shape.leaves, c?.shape.roots, (await turnsOf(scope, 'c')).length], [1, 1, 11])
      assert.equal((await imports(scope, longer)).report.added, 0)
    })
    it(`gets an open prompt by its command, and its answer is the prompt's: ${format}`, async () => {
      const scope = alone(on)
      await talk(scope)
      const made = await resumeConversation(scope, {
        conversationId: 'c',
        at: { messageId: 'c:u2' },
        agent: nameOf(format),
        cwd: '/w',
      })
      assert.deepEqual([made.session.prompt, made.session.endsWithPrompt], ['second', false])
      assert.ok(made.session.command.some((word) => word.endsWith('second')))
      const file = await fileOf(scope, made)
      assert.deepEqual(sessionFaults(format, file), [])
      const { report } = await imports(scope, more(format, file, made, 'second'))
      const [fork] = await scope.store.conversations([made.session.id])
      assert.deepEqual([report.added, fork?.shape.leaves], [1, 1])
      assert.equal((await turnsOf(scope, made.session.id)).filter((turn) => turn === 'u2').length, 1)
    })
    it(`gets a failed result for an open call: ${format}`, async () => {
      const scope = alone(on)
      await say(scope, 'c', 'u1')
      const call: Block = { type: 'toolCall', callId: 'k', name: 'read', input: {} }
      await storeTurn(scope, { conversationId: 'c', turnId: 'a1', role: 'ASSISTANT', blocks: [call] })
      const made = await resumeConversation(scope, { conversationId: 'c', agent: nameOf(format), cwd: '/w' })
      assert.equal(made.session.openCalls, 1)
      const file = await fileOf(scope, made)
      assert.deepEqual(sessionFaults(format, file), [])
      assert.match(file, /No result was stored/)
      assert.equal((await imports(scope, more(format, file, made, 'on'))).report.added, 2)
    })
  }
  it('knows what Gemini CLI copies of a file that it is named into a session of its own', async () => {
    const scope = alone(on)
    await talk(scope)
    const made = await resumeConversation(scope, {
      conversationId: 'c',
      at: { messageId: 'c:a3' },
      agent: 'gemini-cli',
      cwd: '/w',
    })
    const [, ...messages] = (await fileOf(scope, made)).trimEnd().split('\n')
    const sessionId = '69253e86-cca4-4d8a-9de6-847775aed559'
    const at = '2026-11-27T03:03:32.577Z'
    const context = {
      id: 'd04923d3',
      timestamp: at,
      type: 'user',
      content: [{ text: '<session_context>\nToday\n</session_context>' }],
    }
    const told = messages.map((line) => JSON.parse(line) as JsonObject)
    const lines = [
      {
        sessionId,
        projectHash: 'x',
        startTime: at,
        lastUpdated: at,
        kind: 'main',
        messageCount: 4,
        hasResumableContent: true,
      },
      {
        id: 'import-1795748612577',
        type: 'info',
        content: 'Imported session from /home/me/session-x.jsonl',
        timestamp: at,
      },
      ...told,
      { $set: { sessionId } },
      { $set: { messages: [context, ...told], lastUpdated: at } },
    ]
    const file = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    const before = await turnsOf(scope, made.session.id)
    const first = await imports(scope, file)
    assert.equal(first.conversations[0]?.id, made.session.id)
    const { report } = await imports(scope, more('GEMINI_CLI', file, made, 'third'))
    scope.reads.clear()
    const [fork] = await scope.store.conversations([made.session.id, sessionId])
    // The program's own words about the folder are new, and the list that puts them first.
    assert.deepEqual([first.report.added, report.added, fork?.shape.roots, fork?.shape.leaves], [2, 2, 1, 1])
    assert.deepEqual((await turnsOf(scope, made.session.id)).slice(0, before.length), before)
    assert.equal((await imports(scope, more('GEMINI_CLI', file, made, 'third'))).report.added, 0)
    assert.equal((await scope.store.conversations([sessionId]))[0], null)
    assert.equal((await integrity(scope, made.session.id)).damage, 0)
  })
  it('is refused what it cannot be given', async () => {
    const scope = alone(on)
    await say(scope, 'c', 'u1')
    const refused = (input: Partial<Parameters<typeof resumeConversation>[1]>, field: string) =>
      assert.rejects(
        resumeConversation(scope, { conversationId: 'c', agent: 'pi', cwd: '/w', ...input }),
        (thrown: unknown) => thrown instanceof Refusal && thrown.code === 'BAD_INPUT' && thrown.field?.[0] === field,
      )
    await refused({ agent: 'goose' }, 'agent')
    await refused({ agent: 'nobody' }, 'agent')
    await refused({ agent: null }, 'agent')
    await refused({ cwd: null }, 'cwd')
    await say(scope, 's', 's1')
    await refused({ conversationId: 's' }, 'at')
  })
  it('says the same as what a model would be sent', async () => {
    const scope = alone(on)
    await talk(scope)
    const said = saidIn(await fieldsOf(scope, await context(scope, 'c', null), nothingCarried(), true))
    for (const format of sessionFormats) {
      const made = await resumeConversation(scope, { conversationId: 'c', agent: nameOf(format), cwd: '/w' })
      const again = alone(on)
      const { conversations } = await imports(again, await fileOf(scope, made))
      const entries = await context(again, conversations[0]?.id ?? '', null)
      assert.deepEqual(saidIn(await fieldsOf(again, entries, nothingCarried(), true)), said, format)
    }
  })
})
