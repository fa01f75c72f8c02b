import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { headOf, nodesOf } from '../../../src/app/read/paths.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { nothingCarried, fieldsOf } from '../../../src/app/transcripts/entryFields.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import type { TranscriptEntry } from '../../../src/app/transcripts/transcripts.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { pastTranscript } from '../../../src/app/transcripts/asOf.ts'
import { current } from '../../../src/app/transcripts/entries.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { anthropicFaults } from '../../support/anthropicRules.ts'
import type { Block, Conversation, TreeNode } from '../../../src/domain/model.ts'
import { openAiFaults } from '../../support/openAiRules.ts'
import { wholeOr } from '../../support/rounds.ts'
import { writtenFaults } from '../../support/accepted.ts'
import { perform, steps } from '../../support/histories.ts'
import { anthropicMessages, openAiMessages } from '../../support/providerMessages.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { plainContext, type ContextNode, type PlainEntry } from '../../support/tree/plainContext.ts'
import { say, tools } from '../../support/talk.ts'

const conversation = async (scope: Scope, id: string) => (await scope.reads.conversation(id)) as Conversation
const plainly = ({ observation, role, text, blocks, synthetic }: TranscriptEntry): PlainEntry => ({
  of: observation.id,
  role,
  text: observation.marker === null ? null : text,
  blocks,
  synthetic,
})

async function isPlain(scope: Scope, id: string): Promise<void> {
  const known = await scope.reads.conversation(id)
  if (known === null) return
  const entries = await context(scope, id, null)
  assert.deepEqual(entries.map(plainly), plainContext(await pathTo(scope, await headOf(scope, known))))
}

/** Returns the path to a head as it is read now: with what corrections and deletions made of each message. */
async function pathTo({ reads }: Scope, head: TreeNode | null): Promise<ContextNode[]> {
  if (head === null) return []
  const nodes = await nodesOf(reads, head, 'depth', 0, head.place.depth)
  return Promise.all(
    nodes.map(async (node) => {
      const message = node.messageId === null ? null : await reads.message(node.messageId)
      const blocks = (message?.overlay?.fields['content'] ?? node.blocks) as unknown as readonly Block[]
      return { ...node, blocks, answerId: node.usage?.answerId ?? null, deleted: message?.deleted ?? false }
    }),
  )
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

await onEveryStore('the context of a conversation', (on) => {
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
        assert.deepEqual(writtenFaults(await fieldsOf(scope(), entries, nothingCarried(), true)), [])
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
    await fc.assert(property, { numRuns: on.name.includes('SQLite') ? wholeOr(60, 15) : 2 })
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

  it('begins with a user’s turn, whatever the path begins with', async () => {
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

  it('is legal over what corrections made of its turns, in forks and pages too, and as stored when asked', async () => {
    await say(scope(), 'amended', 'u1')
    await tools(scope(), 'amended', 'a1', ['k'])
    await tools(scope(), 'amended', 't1', ['k'])
    await say(scope(), 'amended', 'a2', 'wrong')
    await forkConversation(scope(), { source: 'amended', newConversationId: 'amended-fork' })
    const before = scope().fresh.now()
    await amendMessage(scope(), { messageId: 'amended:a1', fields: { content: [{ text: 'never mind' }] } })
    await amendMessage(scope(), { messageId: 'amended:a2', fields: { text: 'right' } })
    for (const id of ['amended', 'amended-fork']) {
      const now = (await context(scope(), id, null)).map(({ text, blocks }) => [text, blocks.map(({ type }) => type)])
      assert.deepEqual(now, [
        ['u1', ['text']],
        ['never mind', ['text']],
        ['right', ['text']],
      ])
      assert.deepEqual(
        (await through(scope, id, 1, false)).map(({ text }) => text),
        ['u1', 'never mind', 'right'],
      )
      const stored = await context(scope(), id, null, 'AS_STORED')
      assert.deepEqual(
        stored.map(({ text }) => text),
        ['u1', '', '', 'wrong'],
      )
      const known = await conversation(scope(), id)
      const then = await pastTranscript(scope(), known, { at: null, asOf: before }, 'CONTEXT', { first: 9 }, current)
      assert.deepEqual(
        then.entries.map(({ entry }) => entry.text),
        ['u1', '', '', 'wrong'],
      )
      const raw = await transcriptPage(scope(), known, 'MESSAGES', { first: 9 })
      assert.deepEqual(
        raw.entries.map(({ entry }) => entry.text),
        ['u1', '', '', 'wrong'],
      )
    }
    assert.deepEqual((await integrity(scope(), 'amended')).findings, [])
  })
})
