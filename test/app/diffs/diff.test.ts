import assert from 'node:assert/strict'
import { it } from 'node:test'
import { diff, type Diff } from '../../../src/app/diffs/diff.ts'
import { diffMarkdown } from '../../../src/app/diffs/markdown.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

const sides = ({ baseOnly, targetOnly, changed }: Diff) => [
  baseOnly.map(({ text }) => text).join(' '),
  targetOnly.map(({ text }) => text).join(' '),
  changed.map(({ message }) => message.turnId).join(' '),
]
const of = (conversationId: string) => ({ conversationId })

await onEveryStore('the diff of two paths', (on) => {
  const scope = on.scope

  async function fork(source: string, at: number, id: string): Promise<void> {
    await forkConversation(scope(), { source, at: { turn: at }, newConversationId: id })
  }

  it('tells what each side has behind the common ancestor, with sums of the whole paths', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'c', turn)
    await say(scope(), 'c', 'a2', 'a2', { usage: { inputTokens: 10, outputTokens: 4, costUsd: 0.5, answerId: 'x' } })
    await fork('c', 2, 'f')
    await say(scope(), 'f', 'u9')
    const found = await diff(scope(), of('c'), of('f'))
    assert.deepEqual(sides(found), ['u2 a2', 'u9', ''])
    assert.deepEqual([found.baseOnlyCount, found.targetOnlyCount], [2, 1])
    assert.equal(found.commonAncestor?.messageId, 'c:a1')
    assert.deepEqual(
      found.targetOnly.map(({ position, inherited }) => [position, inherited]),
      [[3, false]],
    )
    const sums = { inputTokens: 10, outputTokens: 4, costUsd: 0.5 }
    const [none, counts] = [
      { inputTokens: 0, outputTokens: 0, costUsd: 0 },
      { toolCalls: 0, failures: 0 },
    ]
    const usage = { ...sums, cacheReadTokens: 0, cacheWriteTokens: 0, answers: 1, pricedAnswers: 1 }
    const nothing = { ...none, cacheReadTokens: 0, cacheWriteTokens: 0, answers: 0, pricedAnswers: 0 }
    const bare = ({ usage: { unpriced: _, ...shown }, activeMs: __, ...stats }: typeof found.baseStats) => ({
      ...stats,
      usage: shown,
    })
    assert.deepEqual(bare(found.baseStats), { turns: 4, prompts: 2, ...counts, ...sums, usage })
    assert.deepEqual(bare(found.targetStats), { turns: 3, prompts: 2, ...counts, ...none, usage: nothing })
    assert.deepEqual(bare(found.baseOnlyStats), { turns: 2, prompts: 1, ...counts, ...sums, usage })
    assert.deepEqual(bare(found.targetOnlyStats), { turns: 1, prompts: 1, ...counts, ...none, usage: nothing })
    const page = await diffMarkdown(scope(), found)
    assert.match(page, /^- base: \*\*u1\*\* \(c\)\n- target: \*\*u9\*\* \(f\)$/m)
    assert.match(page, /^\| cost \| \$0\.50 \| unknown \| unknown \|$/m)
    assert.match(page, /^- 4\. \*\*ASSISTANT\*\* a2$/m)
    const back = await diff(scope(), of('f'), of('c'))
    assert.deepEqual(sides(back), ['u9', 'u2 a2', ''])
  })

  it('pairs versions of one turn, also where a fork replaced an inherited one', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'v', turn)
    await fork('v', 2, 'w')
    await say(scope(), 'w', 'a1', 'another')
    const found = await diff(scope(), of('v'), of('w'))
    assert.deepEqual(sides(found), ['a1', 'another', 'a1'])
    assert.match(found.changed[0]?.textDiff ?? '', /^@@ .* @@\n-a1\n.*\+another\n/s)
    assert.equal(found.changed[0]?.message.id, 'w:a1')
    assert.match(await diffMarkdown(scope(), found), /## In both, in different versions\n\n### a1 \(ASSISTANT\)/)
    await deleteMessage(scope(), { id: 'w:a1' })
    const deleted = await diff(scope(), of('v'), of('w'))
    assert.deepEqual(sides(deleted), ['a1', '', 'a1'])
    assert.ok(!(await diffMarkdown(scope(), deleted)).includes('another'), 'deleted text is shown nowhere')
  })

  it('is empty beside itself; strangers and the empty path share nothing', async () => {
    await say(scope(), 'one', 'u1', 'one')
    await say(scope(), 'two', 'u1', 'two')
    await createConversation(scope(), { id: 'none' })
    const same = await diff(scope(), of('one'), of('one'))
    assert.deepEqual([sides(same), same.baseOnlyCount, same.targetOnlyCount], [['', '', ''], 0, 0])
    const strangers = await diff(scope(), of('one'), of('two'))
    assert.deepEqual([strangers.commonAncestor, sides(strangers)], [null, ['one', 'two', '']])
    const empty = await diff(scope(), of('none'), of('one'))
    assert.deepEqual([empty.commonAncestor, sides(empty)], [null, ['', 'one', '']])
    await assert.rejects(diff(scope(), of('nobody'), of('one')), { code: 'NOT_FOUND' })
  })

  it('holds at most the maximum of a list on each side, and counts all', async () => {
    for (let i = 1; i <= 7; i++) await say(scope(), 'many', `u${i}`)
    await fork('many', 1, 'few')
    const found = await diff(scope({ limits: { list: 3 } }), of('many'), of('few'))
    assert.deepEqual([sides(found)[0], found.baseOnlyCount, found.targetOnlyCount], ['u2 u3 u4', 6, 0])
    assert.match(await diffMarkdown(scope(), found), /and 3 more/)
  })

  it('reads no more of the store where more is shared', async () => {
    const calls = async (shared: number, id: string) => {
      for (let i = 1; i <= shared; i++) await say(scope(), id, `u${i}`)
      await fork(id, shared, `${id}-f`)
      for (const each of [id, `${id}-f`]) await say(scope(), each, 'u-own')
      const seen = { calls: 0, nodes: 0 }
      const store = intercept(on.store(), async (method, call) => {
        const answer = await call()
        seen.calls++
        if (method === 'ranges') seen.nodes += (answer as readonly (readonly unknown[])[]).flat().length
        return answer
      })
      await diff(scope({ store }), of(id), of(`${id}-f`))
      return seen
    }
    const [short, long] = [await calls(5, 'short'), await calls(60, 'long')]
    assert.ok(long.nodes <= short.nodes, `${long.nodes} nodes beside ${short.nodes}`)
    assert.ok(long.calls <= short.calls + 2, `${long.calls} calls beside ${short.calls}`)
  })
})
