import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { analytics } from '../../../src/app/analytics/analytics.ts'
import { diff } from '../../../src/app/diffs/diff.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { packed } from '../../../src/formats/compressedLines.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { reread } from '../../../src/app/rereads/reread.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { usageOf } from '../../../src/app/transcripts/usage.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import type { Changes } from '../../../src/domain/changes.ts'
import type { Conversation, JsonObject, RawChunk } from '../../../src/domain/model.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { exported, imports, linesOf } from '../../support/transcripts.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const line = (second: number, type: string, payload: JsonObject) => ({ timestamp: at(second), type, payload })
const message = (role: string, text: string) => ({ type: 'message', role, content: [{ type: 'input_text', text }] })
const fileOf = (cached: number) =>
  linesOf([
    line(0, 'session_meta', { id: 'old', timestamp: at(0), cwd: '/w' }),
    ...[1, 4].flatMap((second) => [
      line(second, 'response_item', message('user', `ask ${second}`)),
      line(second + 1, 'response_item', message('assistant', `say ${second}`)),
      line(second + 2, 'event_msg', {
        type: 'token_count',
        info: {
          total_token_usage: { total_tokens: 230 * second },
          last_token_usage: { input_tokens: 200, cached_input_tokens: cached, output_tokens: 30 },
        },
      }),
    ]),
  ])
const file = fileOf(50)

/** A scope whose store keeps the lines of the file, whatever was read from them: as an earlier reader left it. */
function asBefore(scope: Scope, kept = file): Scope {
  const lines = kept.split(/(?<=\n)/).map((each) => Buffer.from(each))
  const asKept = async (chunk: RawChunk): Promise<RawChunk> => {
    const from = chunk.firstLine - 1
    return { ...chunk, bytes: await packed(lines.slice(from, from + chunk.lineCount)) }
  }
  const store = new Proxy(scope.store, {
    get(target, name) {
      if (name !== 'write') return Reflect.get(target, name) as unknown
      return async (changes: Changes) =>
        target.write({ ...changes, rawChunks: await Promise.all(changes.rawChunks.map(asKept)) })
    },
  })
  return { ...scope, store }
}

await onEveryStore('reading a stored file again', (on) => {
  const tenant = `reread ${on.name}`
  const scope = () => on.scope({ tenant })
  const inputOf = async (id: string, of: 'PATH' | 'OWN' | 'TREE') => {
    const conversation = (await scope().reads.conversation(id)) as Conversation
    const { inputTokens, cacheReadTokens, outputTokens, answers } = await usageOf(scope(), conversation, of)
    return [inputTokens, cacheReadTokens, outputTokens, answers]
  }
  before(async () => {
    await imports(asBefore(scope()), fileOf(0))
    await forkConversation(scope(), { source: 'old', newConversationId: 'fork' })
    await say(scope(), 'fork', 'a9', 'said here', { usage: { inputTokens: 7, outputTokens: 1 } })
  })

  it('puts old numbers right for every sum, and leaves what was recorded here', async () => {
    const mine = { inputTokens: 1000, outputTokens: 30 }
    const messages = await scope().reads.list({ list: 'messagesOfConversation', owner: 'old', after: null, limit: 10 })
    const answers = messages.filter(({ role }) => role === 'ASSISTANT')
    assert.equal(answers.length, 2)
    await amendMessage(scope(), { messageId: answers[1]?.id ?? '', fields: { usage: mine } })
    const original = await exported(scope(), 'old')
    const seen: number[] = []
    const first = await reread(scope(), { onProgress: (done, all) => seen.push(done, all) })
    assert.deepEqual(first, { conversations: 2, files: 1, corrected: 1, linked: 0 })
    assert.deepEqual(seen, [1, 2, 2, 2])
    assert.deepEqual(await inputOf('old', 'PATH'), [1150, 50, 60, 2])
    assert.deepEqual(await inputOf('old', 'OWN'), [1150, 50, 60, 2])
    assert.deepEqual(await inputOf('fork', 'PATH'), [1157, 50, 61, 3])
    assert.deepEqual(await inputOf('old', 'TREE'), [1157, 50, 61, 3])
    const { inputTokens, cacheReadTokens, answers: count } = await (await analytics(scope(), {})).usage()
    assert.deepEqual([inputTokens, cacheReadTokens, count], [1157, 50, 3])
    assert.deepEqual(await exported(scope(), 'old'), original)
    const { baseStats, targetStats } = await diff(scope(), { conversationId: 'old' }, { conversationId: 'fork' })
    assert.deepEqual([baseStats.inputTokens, targetStats.inputTokens, targetStats.outputTokens], [1150, 1157, 61])
    for (const id of ['old', 'fork']) assert.deepEqual((await integrity(scope(), id)).findings, [])
  })
  it('changes nothing when it is done again, nor when the file comes again', async () => {
    assert.deepEqual(await reread(scope()), { conversations: 2, files: 1, corrected: 0, linked: 0 })
    const { report } = await imports(scope(), file)
    assert.equal(report.added, 0)
    assert.deepEqual(await inputOf('old', 'PATH'), [1150, 50, 60, 2])
  })
})

const part = {
  type: 'tool',
  callID: 'c',
  tool: 'task',
  state: { status: 'completed', input: {}, output: 'done', time: { start: 1, end: 2 } },
}
const asked = (id: string, sessionID: string, text: string) => ({
  info: { id, sessionID, role: 'user', time: { created: 1_782_896_400_000 } },
  parts: [{ type: 'text', text }],
})
const session = (id: string, more: JsonObject, ...messages: JsonObject[]) =>
  `${JSON.stringify({ info: { id, title: id, directory: '/w', version: '1.2', ...more }, messages })}\n`
/** A session whose call started another one; it says which where `named` is. */
const caller = (named: JsonObject) =>
  session('ses_1', {}, asked('msg_1', 'ses_1', 'q'), {
    info: {
      id: 'msg_2',
      sessionID: 'ses_1',
      role: 'assistant',
      parentID: 'msg_1',
      modelID: 'm',
      time: { created: 1_782_896_401_000 },
    },
    parts: [{ ...part, state: { ...part.state, ...named } }],
  })

await onEveryStore('links in reread', (on) => {
  it('are those that today are found in the same lines, once', async () => {
    const scope = on.scope({ tenant: `relink ${on.name}` })
    const told = caller({ metadata: { sessionId: 'ses_2' } })
    await imports(asBefore(scope, told), caller({ title: 'not read then' }))
    await imports(scope, session('ses_2', { parentID: 'ses_1' }, asked('msg_3', 'ses_2', 'look')))
    scope.reads.clear()
    assert.equal((await scope.reads.conversation('ses_2'))?.spawnedBy, null)
    const { linked } = await reread(scope)
    scope.reads.clear()
    const by = (await scope.reads.conversation('ses_2'))?.spawnedBy ?? ''
    assert.deepEqual([linked, (await scope.reads.message(by))?.turnId], [1, 'msg_2'])
    assert.equal((await reread(scope)).linked, 0)
    assert.equal((await scope.reads.conversation('ses_1'))?.shape.sidechains, 1)
    for (const id of ['ses_1', 'ses_2']) assert.deepEqual((await integrity(scope, id)).findings, [])
  })
})
