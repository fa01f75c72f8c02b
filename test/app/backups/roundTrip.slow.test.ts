// Takes long: all real files and all reports, stored twice.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { analytics } from '../../../src/app/analytics/analytics.ts'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import type { UsageInput } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { faultOf } from '../../../src/formats/ndjson/schema.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { noReports, reportCases } from '../../support/reports.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { noSharedFiles, realFiles } from '../../support/sharedFiles.ts'
import { say } from '../../support/talk.ts'
import { entries, imports, linesOf, pathOf } from '../../support/transcripts.ts'

/** Usage as storeTurn may give it, and as nothing may store it. */
const reported: UsageInput = { inputTokens: 1, outputTokens: null, costUsd: null, answerId: null }

/** Files whose usage says less than there may be. */
const files: Readonly<Record<string, string>> = {
  'a line of Claude Code without usage': linesOf([
    { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'hi' } },
    {
      ...{ type: 'assistant', uuid: 'a', parentUuid: 'u', sessionId: 's' },
      message: { id: 'msg_1', role: 'assistant', content: [{ type: 'text', text: 'hello' }] },
    },
  ]),
  'an answer of OpenAI without cache counts': JSON.stringify([
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'hello', usage: { prompt_tokens: 1, completion_tokens: 2 } },
  ]),
  'an answer of Anthropic without cache counts': JSON.stringify({
    messages: [
      { role: 'user', content: 'hi' },
      {
        id: 'm',
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'hello' }],
        usage: { input_tokens: 1 },
      },
    ],
  }),
  'an answer of Gemini without cache counts': JSON.stringify({
    ...{ sessionId: 'g', projectHash: 'p', startTime: '2026-01-01T00:00:00Z', lastUpdated: '2026-01-01T00:00:01Z' },
    messages: [
      { id: '1', type: 'user', timestamp: '2026-01-01T00:00:00Z', content: 'hi' },
      { id: '2', type: 'gemini', timestamp: '2026-01-01T00:00:01Z', content: 'hello', tokens: { input: 1, output: 2 } },
    ],
  }),
}

/** The largest come in elsewhere; here each format, fork and compaction counts. */
const mostBytes = 500_000
const filesOfOthers = () =>
  [...realFiles(), ...reportCases().flatMap(({ files }) => files)].filter(({ bytes }) => bytes.length < mostBytes)

await onEveryStore('what a backup gives back', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `round ${on.name} ${++count}` })

  /** Holds that a backup of a scope restores to the same, and returns its lines. */
  async function comesBack(from: Scope): Promise<string[]> {
    const [bytes, to] = [await backedUp(from), alone()]
    await restored(to, bytes)
    assert.deepEqual(contentOf(await backedUp(to)), contentOf(bytes))
    return contentOf(bytes)
  }
  const nulls = (lines: readonly string[]) => lines.filter((line) => /"usage":\{[^}]*null/.test(line))

  it('all real files, and all reports of users, in one store', { skip: noSharedFiles || noReports }, async () => {
    const scope = alone()
    // As readers of a folder meet them: one after the other, sources and copies in any order.
    for (const { name, bytes } of filesOfOthers()) {
      const fileName = name.split('/').at(-1) ?? name
      await imports(scope, bytes, { fileName }).catch((thrown: unknown) => {
        // What no reader takes is refused, and leaves nothing.
        if (!(thrown instanceof Refusal)) throw thrown
      })
    }
    assert.ok((await comesBack(scope)).length > 5_000)
  })

  it('usage with members that were not reported, of which no null is stored', async () => {
    const scope = alone()
    const { observation } = await say(scope, 'talk', 'a1', 'hi', { usage: reported })
    assert.deepEqual(observation.usage, { inputTokens: 1 })
    assert.deepEqual(nulls(await comesBack(scope)), [])
  })

  for (const [name, file] of Object.entries(files))
    it(name, async () => {
      const scope = alone()
      const { conversations } = await imports(scope, file)
      assert.equal(conversations.length, 1)
      const lines = await comesBack(scope)
      assert.deepEqual(nulls(lines), [])
      assert.ok(lines.some((line) => /"usage":\{"(answerId|inputTokens)"/.test(line)))
    })

  it('blocks whose type is what every object inherits', async () => {
    const [scope, names] = [alone(), Object.getOwnPropertyNames(Object.prototype)]
    const blocks = names.map((type) => ({ type, text: type }))
    const [said, ...others] = entries('u1 a1<u1')
    await imports(scope, linesOf([{ ...said, message: { role: 'user', content: blocks } }, ...others]))
    const [node] = await pathOf(scope, 's')
    assert.deepEqual(
      node?.blocks,
      blocks.map((value) => ({ type: 'other', value })),
    )
    await comesBack(scope)
    assert.equal((await integrity(scope, 's')).damage, 0)
  })

  it('moves of the head in a conversation whose id the server made, also in what analytics count', async () => {
    const [scope, to] = [alone(), alone()]
    const { conversation } = await createConversation(scope, {})
    await say(scope, conversation.id, 'u1')
    await say(scope, conversation.id, 'a1')
    await undo(scope, { conversationId: conversation.id })
    const bytes = await backedUp(scope)
    await restored(to, bytes)
    assert.equal(await (await analytics(to, {})).rewinds(), 1)
    assert.deepEqual((await integrity(to, conversation.id)).findings, [])
  })

  it('a turn of the last instant that there is, after which nothing is said of it', async () => {
    const scope = alone()
    const observedAt = '9999-12-31T23:59:59.999999999Z'
    await say(scope, 'talk', 'u1', 'hi', { observedAt })
    const amend = () => amendMessage(scope, { messageId: 'talk:u1', fields: { text: 'hello' } })
    await assert.rejects(
      amend,
      (thrown) => thrown instanceof Refusal && thrown.code === 'BAD_INPUT' && /no time is later/.test(thrown.message),
    )
    await say(scope, 'talk', 'u2', 'hi', { observedAt: '9999-12-31T23:59:59.999999998Z' })
    await amendMessage(scope, { messageId: 'talk:u2', fields: { text: 'hello' } })
    await comesBack(scope)
  })

  it('a line whose usage is no number is refused', () => {
    assert.match(faultOf('observation', { usage: { inputTokens: '1' } }) ?? '', /./)
  })
})
