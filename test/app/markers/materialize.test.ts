import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { diff } from '../../../src/app/diffs/diff.ts'
import { headOf, walk } from '../../../src/app/read/paths.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { dropSpan } from '../../../src/app/markers/dropSpan.ts'
import { materialize } from '../../../src/app/markers/materialize.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { observationsOfEvent, storedBy } from '../../../src/app/entities/observationsOfEvent.ts'
import { headAsOf } from '../../../src/app/transcripts/asOf.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import type { TranscriptEntry } from '../../../src/app/transcripts/transcripts.ts'
import { anthropicFaults } from '../../support/anthropicRules.ts'
import { openAiFaults } from '../../support/openAiRules.ts'
import type { Conversation, JsonObject, TreeNode } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { wholeOr } from '../../support/rounds.ts'
import { anthropicMessages, openAiMessages } from '../../support/providerMessages.ts'
import { perform, steps, type Step } from '../../support/histories.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools } from '../../support/talk.ts'
import { entries, exported, imports, linesOf } from '../../support/transcripts.ts'

const conversation = async (scope: Scope, id: string) => (await scope.reads.conversation(id)) as Conversation

async function pathTo(scope: Scope, id: string): Promise<TreeNode[]> {
  const head = await headOf(scope, await conversation(scope, id))
  const found: TreeNode[] = []
  if (head) for await (const nodes of walk(scope.reads, head)) found.push(...nodes)
  return found
}

/** A summary is a user's message where it is a turn, and what was made up is a turn like others. */
const said = ({ role, text, blocks, observation }: TranscriptEntry) => [
  role ?? 'USER',
  observation.kind === 'TURN' ? blocks : [{ type: 'text', text }],
]

const inAnyOrder = (shown: readonly TranscriptEntry[]) => shown.map((entry) => JSON.stringify(said(entry))).sort()

await onEveryStore('materializing a context', (on) => {
  const scope = on.scope

  it('makes a conversation whose path is the context, of copies that count once, and leaves the original alone', async () => {
    const usage = { inputTokens: 10, outputTokens: 5 }
    for (const i of [1, 2, 3, 4]) {
      await say(scope(), 'long', `u${i}`)
      await say(scope(), 'long', `a${i}`, `a${i}`, { usage })
    }
    const { marker } = await compact(scope(), {
      conversationId: 'long',
      from: { turn: 1 },
      to: { turn: 2 },
      summary: 'Before.',
    })
    await dropSpan(scope(), { conversationId: 'long', from: { turn: 5 }, to: { turn: 6 } })
    const before = await conversation(scope(), 'long')
    const ledger = async () => (await listPage(scope(), 'events', 'long', { first: 50 })).items
    const events = await ledger()

    const made = await materialize(scope(), { conversationId: 'long', newConversationId: 'short', title: 'Short' })
    const path = await pathTo(scope(), 'short')
    assert.deepEqual(
      path.map(({ kind, role, blocks }) => [kind, role, blocks[0]?.type === 'text' ? blocks[0].text : null]),
      [
        ['TURN', 'USER', 'Before.'],
        ['TURN', 'USER', 'u2'],
        ['TURN', 'ASSISTANT', 'a2'],
        ['TURN', 'USER', 'u4'],
        ['TURN', 'ASSISTANT', 'a4'],
      ],
    )
    const originals = await pathTo(scope(), 'long')
    const copied = path.slice(1).map(({ copyOf, messageId }) => [copyOf, messageId])
    const wanted = [2, 3, 6, 7].map((at) => [originals[at]?.id ?? '', originals[at]?.messageId ?? ''])
    assert.deepEqual(copied, wanted)
    assert.deepEqual([path[0]?.copyOf, path[0]?.metadata], [null, { summaryOf: marker.id }])
    assert.deepEqual(
      path.map(({ place }) => place.usage.inputTokens),
      [0, 0, 0, 0, 0],
    )
    assert.equal((await scope().reads.message('long:a2'))?.observationCount, 1)

    assert.deepEqual([made.copied, made.sharedLength, made.pathHash], [4, 0, path.at(-1)?.place.pathHash])
    const { conversation: short, event } = made
    assert.ok(short && event)
    assert.deepEqual([short.title, short.turnCount, short.forkedFrom?.conversationId], ['Short', 5, 'long'])
    assert.deepEqual(
      [event.kind, event.conversationId, event.details],
      ['MATERIALIZE', 'short', { source: 'long', headId: before.headId, copied: 4, made: 1 }],
    )
    assert.deepEqual(event.head, { from: null, to: short.headId })
    const stored = await observationsOfEvent(scope(), event)
    assert.deepEqual([storedBy(event), stored.map(({ id }) => id)], [5, path.map(({ id }) => id)])
    const asOf = async (time: string) =>
      (await headAsOf(scope(), await conversation(scope(), 'short'), time))?.id ?? null
    assert.deepEqual([await asOf(event.at), await asOf(short.createdAt)], [short.headId, null])
    assert.deepEqual(await conversation(scope(), 'long'), before)
    assert.deepEqual(await ledger(), events)
    assert.deepEqual((await integrity(scope(), 'short')).findings, [])
    assert.equal((await verifyPath(scope(), short.headId ?? '')).valid, true)
    const { targetOnly, changed } = await diff(scope(), { conversationId: 'long' }, { conversationId: 'short' })
    assert.deepEqual([targetOnly.map(({ text }) => text), changed], [['Before.'], []])

    await say(scope(), 'short', 'u5')
    await say(scope(), 'long', 'u5')
    assert.equal((await conversation(scope(), 'short')).turnCount, 6)
    assert.deepEqual((await integrity(scope(), 'short')).findings, [])
  })

  it('is made once under a key, under an id that is free, of what there is, where no call waits', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'once', turn)
    const input = { conversationId: 'once', newConversationId: 'first', idempotencyKey: 'materialize once' }
    const first = await materialize(scope(), input)
    const again = await materialize(scope(), input)
    assert.deepEqual(
      [again.replayed, again.conversation?.id, again.event?.id, again.pathHash, again.copied],
      [true, 'first', first.event?.id, first.pathHash, 2],
    )
    const rows = await on.store().rowCounts()
    await assert.rejects(materialize(scope(), { ...input, title: 'x' }), { code: 'IDEMPOTENCY_MISMATCH' })
    const taken = { conversationId: 'once', newConversationId: 'first' }
    await assert.rejects(materialize(scope(), taken), { code: 'ALREADY_EXISTS', field: ['newConversationId'] })
    await assert.rejects(materialize(scope(), { conversationId: 'nobody' }), { code: 'NOT_FOUND' })
    await assert.rejects(materialize(scope(), { ...taken, newConversationId: ' ' }), { code: 'BAD_INPUT' })
    const small = on.scope({ limits: { context: 1 } })
    await assert.rejects(materialize(small, { conversationId: 'once' }), { code: 'LIMIT_EXCEEDED' })
    assert.deepEqual(await on.store().rowCounts(), rows)
    await say(scope(), 'once', 'u2')
    const call = await tools(scope(), 'once', 'a2', ['k'])
    await assert.rejects(
      materialize(scope(), { conversationId: 'once' }),
      (error: { code: string; facts: unknown }) => {
        const { openCalls, before } = error.facts as JsonObject
        assert.deepEqual([error.code, openCalls], ['FORK_POINT_NOT_BOUNDARY', ['k']])
        assert.deepEqual(before, { observationId: call.observation.place?.parentId })
        return true
      },
    )
  })

  it('has whole pairs where the path has none, and an empty path of an empty context', async () => {
    await say(scope(), 'broken', 'a0')
    await say(scope(), 'broken', 'u1')
    await tools(scope(), 'broken', 'a1', ['k', 'l'])
    await tools(scope(), 'broken', 't1', ['k'])
    await say(scope(), 'broken', 'u2')
    await tools(scope(), 'broken', 't2', ['m'])
    await materialize(scope(), { conversationId: 'broken', newConversationId: 'whole' })
    const path = await pathTo(scope(), 'whole')
    assert.deepEqual(
      path.map(({ role, metadata, copyOf }) => [role, metadata, copyOf !== null]),
      [
        ['USER', { synthetic: true }, false],
        ['ASSISTANT', {}, true],
        ['USER', {}, true],
        ['ASSISTANT', {}, true],
        ['TOOL', {}, true],
        ['TOOL', { synthetic: true }, false],
        ['USER', {}, true],
      ],
    )
    assert.deepEqual((await integrity(scope(), 'whole')).findings, [])
    for (const turn of ['u1', 'a1']) await say(scope(), 'none', turn)
    await dropSpan(scope(), { conversationId: 'none', from: { turn: 1 }, to: { turn: 2 } })
    const { conversation: empty } = await materialize(scope(), { conversationId: 'none' })
    assert.deepEqual([empty?.headId, empty?.turnCount], [null, 0])
  })

  it('exports to Claude Code as a session that resumes: every parent there, pairs whole, one session', async () => {
    const tenant = `materialize-${on.name}`
    const mine = () => on.scope({ tenant })
    await imports(mine(), linesOf(entries('u1 a1<u1 u2<a1 c2:x<u2 r2:x<c2 a2<r2 u3<a2 a3<u3')))
    await dropSpan(mine(), { conversationId: 's', from: { turn: 1 }, to: { turn: 2 } })
    await say(mine(), 's', 'u4')
    await materialize(mine(), { conversationId: 's', newConversationId: 'resumed' })
    const lines = (await exported(mine(), 'resumed'))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject)
    assert.deepEqual(
      lines.slice(0, -1).map(({ uuid }) => uuid),
      ['u2', 'c2', 'r2', 'a2', 'u3', 'a3'],
    )
    lines.forEach((line, i) => {
      assert.deepEqual([line['parentUuid'], line['sessionId']], [lines[i - 1]?.['uuid'] ?? null, 'resumed'])
    })
    assert.deepEqual((await integrity(mine(), 'resumed')).findings, [])
  })

  it('says what the context says, whatever was stored, marked, forked, rewound and deleted', async () => {
    let run = 0
    let made = 0
    const property = fc.asyncProperty(steps, async (history) => {
      let turns = 0
      const talks = [`any${run++}`]
      for (const step of history) await perform(scope(), talks, step, () => `n${turns++}`)
      for (const id of talks) {
        if ((await scope().reads.conversation(id)) === null) continue
        const copy = `${id}-copy`
        try {
          await materialize(scope(), { conversationId: id, newConversationId: copy })
        } catch (thrown) {
          assert.ok(thrown instanceof Refusal && thrown.code === 'FORK_POINT_NOT_BOUNDARY')
          continue
        }
        made++
        const wanted = (await context(scope(), id, null, 'AS_STORED')).map(said)
        const raw = await transcriptPage(scope(), await conversation(scope(), copy), 'RAW', { first: 100 })
        assert.deepEqual(
          raw.entries.map(({ entry }) => said(entry)),
          wanted,
        )
        // Parts of one answer that stood apart may come together, for nothing of other turns is between them any more.
        const shown = await context(scope(), copy, null, 'AS_STORED')
        assert.deepEqual(inAnyOrder(shown), inAnyOrder(raw.entries.map(({ entry }) => entry)))
        assert.deepEqual([openAiFaults(openAiMessages(shown)), anthropicFaults(anthropicMessages(shown))], [[], []])
        // Corrections lie over copies as over originals.
        const now = await context(scope(), copy, null)
        assert.deepEqual([openAiFaults(openAiMessages(now)), anthropicFaults(anthropicMessages(now))], [[], []])
        assert.equal((await integrity(scope(), copy)).damage, 0)
      }
    })
    // One that is surely made: a few random histories may all end in an open call.
    const examples: [Step[]][] = [[[{ does: 'store', made: [{}] }]]]
    await fc.assert(property, { examples, numRuns: on.name.includes('SQLite') ? wholeOr(40, 10) : 3 })
    assert.ok(made > 0)
  })
})
