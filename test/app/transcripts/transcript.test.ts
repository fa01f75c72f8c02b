import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { siblingsPage } from '../../../src/app/trees/siblings.ts'
import { ancestorsPage } from '../../../src/app/trees/ancestors.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { recentTurns, transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import type { TranscriptView } from '../../../src/app/transcripts/transcripts.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools } from '../../support/talk.ts'

const conversation = async (scope: Scope, id: string) => (await scope.reads.conversation(id)) as Conversation
const ids = (page: { entries: readonly { entry: { observation: { messageId: string | null } } }[] }) =>
  page.entries.map(({ entry }) => entry.observation.messageId?.split(':')[1] ?? '')

/** Pages through a transcript from one end and returns the turn ids in order. */
async function through(
  scope: () => Scope,
  id: string,
  view: TranscriptView,
  size: number,
  backward: boolean,
): Promise<string[]> {
  const all: string[] = []
  for (let cursor: string | null = null; ;) {
    const args = backward ? { last: size, before: cursor } : { first: size, after: cursor }
    const page = await transcriptPage(scope(), await conversation(scope(), id), view, args)
    if (backward) all.unshift(...ids(page))
    else all.push(...ids(page))
    if (backward ? !page.hasPreviousPage : !page.hasNextPage) return all
    cursor = (backward ? page.entries[0]?.cursor : page.entries.at(-1)?.cursor) ?? null
    assert.ok(page.entries.length > 0, 'a page that has a next one is not empty')
  }
}

await onEveryStore('transcripts of a conversation', (on) => {
  const scope = on.scope

  it('number what the view shows: system turns only in RAW and CONTEXT', async () => {
    for (const turn of ['s1', 'u1', 'a1']) await say(scope(), 'v', turn)
    const view = async (name: TranscriptView) => {
      const page = await transcriptPage(scope(), await conversation(scope(), 'v'), name, {})
      return page.entries.map(({ entry }) => `${entry.position}${entry.text}`)
    }
    assert.deepEqual(await view('MESSAGES'), ['1u1', '2a1'])
    assert.deepEqual(await view('RAW'), ['1s1', '2u1', '3a1'])
    assert.deepEqual(await view('CONTEXT'), ['1s1', '2u1', '3a1'])
    assert.deepEqual(
      (await context(scope(), 'v', null)).map((entry) => entry.text),
      ['s1', 'u1', 'a1'],
    )
    assert.deepEqual(
      (await context(scope(), 'v', { turn: 1 })).map((entry) => entry.text),
      ['s1', 'u1'],
    )
  })

  it('put all calls of one answer before their results', async () => {
    const answer = { usage: { answerId: 'one' } }
    await say(scope(), 'par', 'u1')
    await tools(scope(), 'par', 'a1', ['k1'], answer)
    await tools(scope(), 'par', 't1', ['k1'])
    await tools(scope(), 'par', 'a2', ['k2'], answer)
    await tools(scope(), 'par', 't2', ['k2'])
    await say(scope(), 'par', 'a3')
    const page = await transcriptPage(scope(), await conversation(scope(), 'par'), 'MESSAGES', {})
    assert.deepEqual(ids(page), ['u1', 'a1', 'a2', 't1', 't2', 'a3'])
    assert.deepEqual(
      page.entries.map(({ entry }) => entry.position),
      [1, 2, 3, 4, 5, 6],
    )
    assert.deepEqual(ids(await transcriptPage(scope(), await conversation(scope(), 'par'), 'RAW', {})), [
      'u1',
      'a1',
      't1',
      'a2',
      't2',
      'a3',
    ])
    assert.deepEqual(ids(await transcriptPage(scope(), await conversation(scope(), 'par'), 'MESSAGES', { first: 2 })), [
      'u1',
      'a1',
      'a2',
      't1',
      't2',
    ])
    assert.deepEqual(ids(await transcriptPage(scope(), await conversation(scope(), 'par'), 'MESSAGES', { last: 2 })), [
      'a1',
      'a2',
      't1',
      't2',
      'a3',
    ])
  })

  it('are not held together by a call that is never answered', async () => {
    await say(scope(), 'never', 'u1')
    await tools(scope(), 'never', 'a1', ['k'])
    for (const turn of ['u2', 'a2', 'u3', 'a3']) await say(scope(), 'never', turn)
    assert.deepEqual(
      ids(await transcriptPage(scope(), await conversation(scope(), 'never'), 'MESSAGES', { first: 2 })),
      ['u1', 'a1'],
    )
    assert.deepEqual(
      ids(await transcriptPage(scope(), await conversation(scope(), 'never'), 'MESSAGES', { last: 1 })),
      ['a3'],
    )
  })

  it('page from both ends in any size: every turn once, in order, pairs whole', async () => {
    let run = 0
    const kinds = fc.array(fc.constantFrom('u', 'a', 'call', 'two'), { minLength: 1, maxLength: 14 })
    const property = fc.asyncProperty(kinds, fc.integer({ min: 1, max: 5 }), async (steps, size) => {
      const id = `walk${run++}`
      await say(scope(), id, 'u')
      const expected = ['u']
      for (const [i, kind] of steps.entries()) {
        const calls = kind === 'call' ? [`k${i}`] : kind === 'two' ? [`k${i}`, `l${i}`] : []
        if (calls.length === 0) await say(scope(), id, `${kind}${i}`)
        else await tools(scope(), id, `a${i}`, calls)
        expected.push(calls.length === 0 ? `${kind}${i}` : `a${i}`)
        for (const [j, call] of calls.entries()) {
          await tools(scope(), id, `t${i}${j}`, [call])
          expected.push(`t${i}${j}`)
        }
      }
      for (const view of ['RAW', 'MESSAGES', 'CONTEXT'] as const) {
        assert.deepEqual(await through(scope, id, view, size, false), expected)
        assert.deepEqual(await through(scope, id, view, size, true), expected)
      }
    })
    await fc.assert(property, { numRuns: on.name.includes('SQLite') ? wholeOr(25, 8) : 4 })
  })

  it('go on at a cursor after more was stored, and refuse one whose place has left', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'cur', turn)
    const first = await transcriptPage(scope(), await conversation(scope(), 'cur'), 'MESSAGES', { first: 2 })
    const last = await transcriptPage(scope(), await conversation(scope(), 'cur'), 'MESSAGES', { last: 1 })
    await say(scope(), 'cur', 'a2')
    const next = await transcriptPage(scope(), await conversation(scope(), 'cur'), 'MESSAGES', {
      first: 5,
      after: first.entries.at(-1)?.cursor ?? null,
    })
    assert.deepEqual(ids(next), ['u2', 'a2'])
    await say(scope(), 'cur', 'u2', 'edited')
    const stale = last.entries[0]?.cursor ?? null
    const left = { code: 'CURSOR_GONE', facts: { place: last.entries[0]?.entry.observation.id } }
    for (const args of [{ after: stale }, { before: stale }])
      await assert.rejects(transcriptPage(scope(), await conversation(scope(), 'cur'), 'MESSAGES', args), left)
    await assert.rejects(transcriptPage(scope(), await conversation(scope(), 'cur'), 'RAW', { after: stale }), {
      code: 'BAD_INPUT',
    })
    for (const wrong of [{ first: 0 }, { first: -1 }, { last: 1000 }, { first: 1, last: 1 }, { after: '!' }])
      await assert.rejects(transcriptPage(scope(), await conversation(scope(), 'cur'), 'MESSAGES', wrong), {
        code: 'BAD_INPUT',
      })
  })

  it('refuse a cursor once nothing is left of the path', async () => {
    await say(scope(), 'emptied', 'u1')
    const { entries } = await transcriptPage(scope(), await conversation(scope(), 'emptied'), 'MESSAGES', {})
    await rewindConversation(scope(), { conversationId: 'emptied', before: { turn: 1 } })
    const page = transcriptPage(scope(), await conversation(scope(), 'emptied'), 'MESSAGES', {
      after: entries[0]?.cursor ?? null,
    })
    await assert.rejects(page, { code: 'CURSOR_GONE' })
  })

  it('of a fork show what is inherited', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'old', turn)
    await forkConversation(scope(), { source: 'old', newConversationId: 'young' })
    await say(scope(), 'young', 'u2')
    const page = await transcriptPage(scope(), await conversation(scope(), 'young'), 'MESSAGES', {})
    assert.deepEqual(
      page.entries.map(({ entry }) => entry.inherited),
      [true, true, false],
    )
  })

  it('give exactly the last turns, and none for none (E-6)', async () => {
    await tools(scope(), 'recent', 'a1', ['k'])
    await tools(scope(), 'recent', 't1', ['k'])
    await say(scope(), 'recent', 'a2')
    const last = async (n: number) =>
      (await recentTurns(scope(), await conversation(scope(), 'recent'), n)).map((entry) => entry.position)
    assert.deepEqual([await last(2), await last(9), await last(0), await last(-1)], [[2, 3], [1, 2, 3], [], []])
  })

  it('refuse what a list without a cursor cannot hold', async () => {
    for (let i = 0; i < 6; i++) await say(scope(), 'many', `u${i}`)
    const small = on.scope({ limits: { context: 5 } })
    await assert.rejects(context(small, 'many', null), { code: 'LIMIT_EXCEEDED' })
    await assert.rejects(context(scope(), 'nobody', null), { code: 'NOT_FOUND' })
  })

  it('list ancestors from both ends and siblings without themselves', async () => {
    const stored = []
    for (let i = 0; i < 6; i++) stored.push(await say(scope(), 'anc', `u${i}`))
    const head = stored.at(-1)?.observation
    assert.ok(head)
    const page = async (args: object) =>
      (await ancestorsPage(scope(), head, args)).items.map(({ item }) => item.place?.depth)
    assert.deepEqual(await page({ first: 2 }), [0, 1])
    assert.deepEqual(await page({ last: 2 }), [3, 4])
    const two = await ancestorsPage(scope(), head, { first: 2 })
    assert.deepEqual([two.hasNextPage, two.hasPreviousPage, await two.totalCount()], [true, false, 5])
    assert.deepEqual(await page({ first: 2, after: two.items.at(-1)?.cursor }), [2, 3])
    const versions = [head]
    for (let i = 0; i < 3; i++) versions.push((await say(scope(), 'anc', 'u5', `v${i}`)).observation)
    const siblings = await siblingsPage(scope(), versions[1] ?? head, { first: 2 })
    assert.deepEqual(
      siblings.items.map(({ item }) => item.id),
      [versions[0]?.id, versions[2]?.id],
    )
    assert.deepEqual([siblings.hasNextPage, await siblings.totalCount()], [true, 3])
    const rest = await siblingsPage(scope(), versions[1] ?? head, {
      first: 2,
      after: siblings.items.at(-1)?.cursor ?? null,
    })
    assert.deepEqual(
      rest.items.map(({ item }) => item.id),
      [versions[3]?.id],
    )
    const root = stored[0]?.observation
    assert.ok(root)
    const other = await say(scope(), 'anc', 'u9', 'root', { parent: null })
    assert.deepEqual(
      (await siblingsPage(scope(), root, {})).items.map(({ item }) => item.id),
      [other.observation.id],
    )
  })
})
