/** How many forks may be open at one place before each more warns. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('open forks of one place', (on) => {
  let count = 0
  const fresh = async (openForks: number | null) => {
    const tenant = `${on.name} ${++count}`
    const scope = () => on.scope({ tenant, limits: { openForks } })
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 's', turn)
    const fork = async (id: string, more: object = {}, source = 's') => {
      const { warnings } = await forkConversation(scope(), { source, newConversationId: id, ...more })
      return warnings.map(({ code }) => code)
    }
    return { scope, fork }
  }
  const many = ['MANY_OPEN_FORKS']

  it('warn beyond the limit, and are made all the same; other places count apart', async () => {
    const { scope, fork } = await fresh(2)
    const at = { at: { messageId: 's:a1' } }
    assert.deepEqual([await fork('f1', at), await fork('f2', at)], [[], []])
    assert.deepEqual(await fork('f3', { ...at, dryRun: true }), many)
    assert.deepEqual(await fork('f3', at), many)
    assert.equal((await scope().reads.conversation('f3'))?.forkedFrom?.conversationId, 's')
    const { warnings } = await forkConversation(scope(), { source: 's', ...at, dryRun: true })
    const { headId } = (await scope().reads.conversation('f3')) ?? {}
    assert.deepEqual(warnings[0]?.details, { limit: 2, conversationId: 's', observationId: headId })
    assert.deepEqual([await fork('g1'), await fork('g2'), await fork('g3')], [[], [], many])
    const start = { before: { turn: 1 } }
    assert.deepEqual([await fork('h1', start), await fork('h2', start), await fork('h3', start)], [[], [], many])
    // What was deleted is not open any more.
    await deleteConversation(scope(), { id: 'f1' })
    await deleteConversation(scope(), { id: 'f2' })
    assert.deepEqual(await fork('f4', at), [])
  })

  it('count those of the source too, where a fork is forked at what it inherited', async () => {
    const { fork } = await fresh(2)
    const at = { at: { messageId: 's:a1' } }
    assert.deepEqual([await fork('f1', at), await fork('f2', at, 'f1'), await fork('f3', at, 'f2')], [[], [], many])
  })

  it('warn the loser of a race for the head, which becomes a fork', async () => {
    const { scope } = await fresh(1)
    const expectedHeadId = (await scope().reads.conversation('s'))?.headId ?? null
    await say(scope(), 's', 'a2')
    const lose = async (turnId: string) => {
      const given = {
        conversationId: 's',
        turnId,
        role: 'ASSISTANT',
        blocks: [{ type: 'text', text: turnId }],
      } as const
      const { warnings } = await storeTurn(scope(), { ...given, expectedHeadId, onConflict: 'FORK' })
      return warnings.map(({ code }) => code)
    }
    assert.deepEqual([await lose('x'), await lose('y')], [[], many])
  })

  it('warn of nothing where no limit is set, and a key answers with the warnings it had', async () => {
    const { fork } = await fresh(null)
    for (let i = 0; i < 12; i++) assert.deepEqual(await fork(`f${i}`), [])
    const limited = await fresh(1)
    assert.deepEqual(await limited.fork('f1'), [])
    const again = () => limited.fork('f2', { idempotencyKey: 'k' })
    assert.deepEqual([await again(), await again()], [many, many])
  })
})
