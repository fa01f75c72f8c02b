import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { cancelMarker } from '../../../src/app/markers/cancelMarker.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { dropSpan } from '../../../src/app/markers/dropSpan.ts'
import { headOf, nodesOf } from '../../../src/app/read/paths.ts'
import type { PointRef } from '../../../src/app/read/view.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import type { TranscriptEntry } from '../../../src/app/transcripts/transcripts.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { storeTurn } from '../../../src/app/turns/storeTurn.ts'
import { anthropicFaults } from '../../../src/domain/anthropicRules.ts'
import { isMarker } from '../../../src/domain/bends.ts'
import { beginsExchange } from '../../../src/domain/exchanges.ts'
import type { Block, Conversation, TreeNode } from '../../../src/domain/model.ts'
import { openAiFaults } from '../../../src/domain/openAiRules.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { noPairs } from '../../../src/domain/toolPairs.ts'
import { plainContext, type PlainEntry } from '../../support/plainContext.ts'
import { anthropicMessages, openAiMessages } from '../../support/providerMessages.ts'
import { anyTurns } from '../../support/randomTurns.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools } from '../../support/talk.ts'
import type { Made } from '../../support/tree.ts'

const conversation = async (scope: Scope, id: string) => (await scope.reads.conversation(id)) as Conversation
const plainly = ({ observation, role, text, blocks, synthetic }: TranscriptEntry): PlainEntry => ({
  of: observation.id,
  role,
  text: observation.marker === null ? null : text,
  blocks,
  synthetic,
})

/** What a person or a host does next, `at` choosing among what there is. */
type Step =
  | { readonly does: 'store'; readonly made: readonly Made[] }
  | { readonly does: 'again' | 'fork' | 'rewind' | 'delete' | 'cancel'; readonly at: number }
  | { readonly does: 'compact' | 'drop'; readonly at: number; readonly to: number }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: anyTurns(6).map((made): Step => ({ does: 'store', made })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('again', 'fork', 'rewind', 'delete', 'cancel'), fc.nat(99))
        .map(([does, at]): Step => ({ does, at })),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('compact' as const, 'drop' as const), fc.nat(99), fc.nat(99))
        .map(([does, at, to]): Step => ({ does, at, to })),
    },
  ),
  { minLength: 1, maxLength: 9 },
)

const note: Block[] = [{ type: 'text', text: 'note' }]

/** Does it, unless the rules say no: then the history is what it was. */
async function perform(scope: Scope, talks: string[], step: Step, count: () => string): Promise<void> {
  const id = talks.at(-1) as string
  const turns = step.does === 'store' ? [] : await turnsOf(scope, id)
  const turn = step.does === 'store' ? undefined : turns[step.at % Math.max(1, turns.length)]
  try {
    if (step.does === 'store')
      for (const { role = 'USER', blocks = note, answerId = null } of step.made)
        await storeTurn(scope, { conversationId: id, turnId: count(), role, blocks, usage: { answerId } })
    if (turn === undefined) return
    if (step.does === 'compact' || step.does === 'drop') await mark(scope, id, step)
    if (step.does === 'cancel') await cancel(scope, id, step.at)
    if (step.does === 'again')
      await storeTurn(scope, { conversationId: id, turnId: turn.turnId, role: turn.role, blocks: turn.blocks })
    if (step.does === 'rewind') await rewindConversation(scope, { conversationId: id, to: { observationId: turn.id } })
    if (step.does === 'delete') await deleteMessage(scope, { id: turn.messageId })
    if (step.does === 'fork') {
      const forked = `${talks[0]}-${count()}`
      await forkConversation(scope, { source: id, at: { observationId: turn.id }, newConversationId: forked })
      talks.push(forked)
    }
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
  }
}

/** Marks exchanges: some that there are, so that most marks are taken. */
async function mark(scope: Scope, conversationId: string, { does, at, to }: { does: string; at: number; to: number }) {
  const head = (await headOf(scope, await conversation(scope, conversationId))) as TreeNode
  const path = await nodesOf(scope.reads, head, 'entry', 1, head.place.entries)
  const begins = path.flatMap((node, i) => (beginsExchange(node, path[i - 1]?.place ?? noPairs) ? [i] : []))
  const [first, last] = [at % begins.length, to % begins.length].sort((a, b) => a - b) as [number, number]
  const ends = [path[begins[first] ?? 0], path[(begins[last + 1] ?? path.length) - 1]]
  const [from, end] = ends.map((node) => ({ observationId: node?.id ?? '' }))
  const input = { conversationId, from: from as PointRef, to: end as PointRef }
  if (does === 'drop') await dropSpan(scope, input)
  else await compact(scope, { ...input, summary: `in place of ${at}` })
}

async function cancel(scope: Scope, conversationId: string, at: number): Promise<void> {
  const head = (await headOf(scope, await conversation(scope, conversationId))) as TreeNode
  const path = await nodesOf(scope.reads, head, 'depth', 0, head.place.depth)
  const markers = path.filter(isMarker)
  const marker = markers[at % Math.max(1, markers.length)]
  if (marker) await cancelMarker(scope, { conversationId, markerId: marker.id })
}

async function turnsOf(scope: Scope, id: string) {
  const known = await scope.reads.conversation(id)
  const page = known && (await transcriptPage(scope, known, 'MESSAGES', { last: 100 }))
  return (page?.entries ?? []).flatMap(({ entry: { observation, role } }) => {
    const messageId = observation.messageId ?? ''
    const turnId = messageId.slice(messageId.indexOf(':') + 1)
    return role === null ? [] : [{ id: observation.id, messageId, turnId, role, blocks: observation.blocks }]
  })
}

async function isPlain(scope: Scope, id: string): Promise<void> {
  const known = await scope.reads.conversation(id)
  if (known === null) return
  const entries = await context(scope, id, null)
  assert.deepEqual(entries.map(plainly), await plainContext(scope, await headOf(scope, known)))
}

/** Pages through CONTEXT from one end. */
async function through(scope: () => Scope, id: string, size: number, backward: boolean): Promise<TranscriptEntry[]> {
  const all: TranscriptEntry[] = []
  for (let cursor: string | null = null; ;) {
    const args = backward ? { last: size, before: cursor } : { first: size, after: cursor }
    const page = await transcriptPage(scope(), await conversation(scope(), id), 'CONTEXT', args)
    const entries = page.entries.map(({ entry }) => entry)
    if (backward) all.unshift(...entries)
    else all.push(...entries)
    if (backward ? !page.hasPreviousPage : !page.hasNextPage) return all
    cursor = (backward ? page.entries[0]?.cursor : page.entries.at(-1)?.cursor) ?? null
    assert.ok(entries.length > 0, 'a page that has a next one is not empty')
  }
}

await onEveryStore('context', (on) => {
  const scope = on.scope

  it('is whole for a provider whatever was stored, the plain model of its path, and the same in pages', async () => {
    let run = 0
    const property = fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (history, size) => {
      let turns = 0
      const talks = [`random${run++}`]
      const count = () => `n${turns++}`
      for (const step of history) {
        await perform(scope(), talks, step, count)
        // What is kept in the process of a path must do for the path that goes on.
        await isPlain(scope(), talks.at(-1) as string)
      }
      for (const id of talks) {
        const known = await scope().reads.conversation(id)
        if (known === null) continue
        const entries = await context(scope(), id, null)
        assert.deepEqual(openAiFaults(openAiMessages(entries)), [])
        assert.deepEqual(anthropicFaults(anthropicMessages(entries)), [])
        await isPlain(scope(), id)
        for (const backward of [false, true]) {
          const paged = await through(scope, id, size, backward)
          assert.deepEqual(paged.map(plainly), entries.map(plainly))
          assert.deepEqual(
            paged.map(({ position }) => position),
            entries.map((_, i) => i + 1),
          )
        }
      }
    })
    await fc.assert(property, { numRuns: on.name.includes('SQLite') ? 60 : 2 })
  })

  it('names what was made up: no message, the calling turn’s observation, an error as text', async () => {
    await say(scope(), 'open', 'u1')
    const call = await tools(scope(), 'open', 'a1', ['k'])
    assert.deepEqual(
      (await context(scope(), 'open', null)).map(({ synthetic }) => synthetic),
      [false, false],
    )
    await say(scope(), 'open', 'u2')
    const [, , made] = await context(scope(), 'open', null)
    assert.deepEqual(
      [made?.role, made?.text, made?.synthetic, made?.observation.id, made?.position],
      ['TOOL', 'No result was stored.', true, call.observation.id, 3],
    )
    assert.deepEqual(made?.blocks, [
      { type: 'toolResult', callId: 'k', content: 'No result was stored.', isError: true },
    ])
    await tools(scope(), 'open', 't1', ['k'])
    const texts = (await context(scope(), 'open', null)).map(({ observation }) => observation.messageId)
    assert.deepEqual(texts, ['open:u1', 'open:a1', 'open:t1', 'open:u2'])
  })

  it('begins with a user’s turn', async () => {
    await say(scope(), 'begins', 's1')
    const first = await say(scope(), 'begins', 'a1')
    await say(scope(), 'begins', 'u1')
    const entries = await context(scope(), 'begins', null)
    assert.deepEqual(
      entries.map(({ role, text }) => [role, text]),
      [
        ['SYSTEM', 's1'],
        ['USER', '(earlier turns are not shown)'],
        ['ASSISTANT', 'a1'],
        ['USER', 'u1'],
      ],
    )
    assert.deepEqual([entries[1]?.synthetic, entries[1]?.observation.id], [true, first.observation.id])
    const [raw] = (await transcriptPage(scope(), await conversation(scope(), 'begins'), 'RAW', { first: 1 })).entries
    assert.equal(raw?.entry.synthetic, false)
  })

  it('goes on at the cursor of an entry that was made up, also when it is made up no more', async () => {
    await say(scope(), 'cursor', 'u1')
    await tools(scope(), 'cursor', 'a1', ['k'])
    await say(scope(), 'cursor', 'u2')
    const page = await transcriptPage(scope(), await conversation(scope(), 'cursor'), 'CONTEXT', { first: 2 })
    assert.deepEqual(
      page.entries.map(({ entry }) => entry.synthetic),
      [false, false, true],
    )
    const next = async () => {
      const after = page.entries.at(-1)?.cursor ?? null
      const found = await transcriptPage(scope(), await conversation(scope(), 'cursor'), 'CONTEXT', { first: 2, after })
      return found.entries.map(({ entry }) => entry.text)
    }
    assert.deepEqual(await next(), ['u2'])
    await tools(scope(), 'cursor', 't1', ['k'])
    assert.deepEqual(await next(), ['u2'])
  })

  it('has the calls and results that were stored, whatever corrections say', async () => {
    await say(scope(), 'amended', 'u1')
    await tools(scope(), 'amended', 'a1', ['k'])
    await tools(scope(), 'amended', 't1', ['k'])
    await amendMessage(scope(), { messageId: 'amended:a1', fields: { content: [{ text: 'never mind' }] } })
    const page = await transcriptPage(
      scope(),
      await conversation(scope(), 'amended'),
      'CONTEXT',
      {},
      { values: 'CURRENT', includeDeleted: false },
    )
    const answer = page.entries[1]?.entry
    assert.equal(answer?.text, 'never mind')
    assert.deepEqual(
      answer.blocks.map(({ type }) => type),
      ['text', 'toolCall'],
    )
  })
})
