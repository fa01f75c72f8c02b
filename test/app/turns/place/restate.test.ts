import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../../support/properties.ts'
import { conversationBackup } from '../../../../src/app/backups/conversation/conversationBackup.ts'
import { memorySorter } from '../../../../src/app/backups/sorter.ts'
import { commonAncestor } from '../../../../src/app/trees/pathBetween.ts'
import { forkConversation } from '../../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../../src/app/heads/rewindConversation.ts'
import { integrity } from '../../../../src/app/integrity/integrity.ts'
import { messageSnapshot } from '../../../../src/app/turns/snapshots.ts'
import { usageOf } from '../../../../src/app/transcripts/usage.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { amendMessage } from '../../../../src/app/turns/amendMessage.ts'
import { storeTurn, storeTurns } from '../../../../src/app/turns/storeTurns.ts'
import type { Conversation, Message } from '../../../../src/domain/model.ts'
import { Refusal } from '../../../../src/domain/refusals.ts'
import { backedUp, restored } from '../../../support/backups.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { say, turnsOf } from '../../../support/talk.ts'

const conversation = async (scope: Scope, id: string) => (await scope.reads.conversation(id)) as Conversation
const snapshotText = async (scope: Scope, id: string) =>
  (await messageSnapshot(scope, (await scope.reads.message(id)) as Message))?.fields['text']
const codes = ({ warnings }: { readonly warnings: readonly { readonly code: string }[] }) =>
  warnings.map(({ code }) => code)

await onEveryStore('a turn that says the same again', (on) => {
  const scope = on.scope
  const talk = async (id: string, exchanges = 4) => {
    const all = Array.from({ length: exchanges }, (_, i) => [`u${i + 1}`, `a${i + 1}`]).flat()
    for (const one of all) await say(scope(), id, one)
    return all
  }

  it('loses nothing of the talk, one by one, the user’s alone or all at once, and keeps its hash', async () => {
    const all = await talk('kept')
    const before = await conversation(scope(), 'kept')
    for (const again of [['u2'], ['u1', 'u2', 'u3', 'u4'], all]) {
      for (const one of again) {
        const found = await say(scope(), 'kept', one)
        assert.deepEqual([found.restated, found.leftTranscript, found.warnings], [true, 0, []])
        assert.deepEqual([found.observation.kind, found.observation.place], ['RESTATEMENT', null])
      }
      const { results } = await storeTurns(scope(), {
        turns: again.map((one) => ({
          conversationId: 'kept',
          turnId: one,
          role: one.startsWith('u') ? ('USER' as const) : ('ASSISTANT' as const),
          blocks: [{ type: 'text', text: one }],
        })),
      })
      assert.ok(results.every(({ restated }) => restated))
    }
    assert.deepEqual(await turnsOf(scope(), 'kept'), all)
    const after = await conversation(scope(), 'kept')
    assert.deepEqual(
      [after.headId, after.shape, after.activityAt, after.turnCount, after.preview],
      [before.headId, before.shape, before.activityAt, before.turnCount, before.preview],
    )
    const [event] = await scope().reads.list({ list: 'events', owner: 'kept', after: null, limit: 1 })
    assert.deepEqual([event?.kind, event?.head], ['STORE', null])
    assert.deepEqual((await integrity(scope(), 'kept')).findings, [])
  })

  it('is a version where it says other things, a parent is given or BRANCH is asked for, and says what left', async () => {
    await talk('other')
    const replaced = await say(scope(), 'other', 'u3', 'else')
    assert.deepEqual(
      [replaced.restated, replaced.leftTranscript, codes(replaced)],
      [false, 4, ['TURNS_LEFT_TRANSCRIPT']],
    )
    const alone = await say(scope(), 'other', 'u3', 'more')
    assert.deepEqual([alone.restated, alone.leftTranscript, codes(alone)], [false, 1, []])
    const branch = await say(scope(), 'other', 'u2', 'u2', { ifEqual: 'BRANCH' })
    assert.deepEqual([branch.restated, branch.leftTranscript], [false, 3])
    const given = await say(scope(), 'other', 'u2', 'u2', { parent: { messageId: 'other:a1' } })
    assert.deepEqual([given.restated, given.leftTranscript], [false, 1])
  })

  it('counts as a store of that content: A, B, A on the old branch is snapshot A', async () => {
    const first = await say(scope(), 'aba', 'u1', 'A')
    await say(scope(), 'aba', 'a1', 'after A')
    await say(scope(), 'aba', 'u1', 'B')
    assert.equal(await snapshotText(scope(), 'aba:u1'), 'B')
    await say(scope(), 'aba', 'u1', 'A', { parent: null, ifEqual: 'BRANCH' })
    await say(scope(), 'aba', 'u1', 'B', { parent: null })
    await rewindConversation(scope(), { conversationId: 'aba', to: { observationId: first.observation.id } }).catch(
      () => undefined,
    )
    const again = await say(scope(), 'aba', 'u1', 'B')
    assert.equal(again.restated, true)
    assert.equal(await snapshotText(scope(), 'aba:u1'), 'B')
    assert.deepEqual((await integrity(scope(), 'aba')).findings, [])
  })

  it('is equal to what was stored and to what a correction made of it', async () => {
    await talk('amended', 2)
    await amendMessage(scope(), { messageId: 'amended:u1', fields: { text: 'right' } })
    assert.equal((await say(scope(), 'amended', 'u1', 'right')).restated, true)
    assert.equal((await say(scope(), 'amended', 'u1', 'u1')).restated, true)
    assert.equal(await snapshotText(scope(), 'amended:u1'), 'right')
    assert.equal((await say(scope(), 'amended', 'u1', 'neither')).restated, false)
  })

  it('brings usage that counts nowhere, with a warning; at the head it is a version', async () => {
    await talk('used', 2)
    const usage = { inputTokens: 5, outputTokens: 7 }
    const found = await say(scope(), 'used', 'a1', 'a1', { usage })
    assert.deepEqual([found.restated, codes(found)], [true, ['RESTATED_WITH_MORE']])
    assert.deepEqual(found.observation.usage, usage)
    const head = await say(scope(), 'used', 'a2', 'a2', { usage })
    assert.deepEqual([head.restated, head.leftTranscript], [false, 1])
    const sums = await usageOf(scope(), await conversation(scope(), 'used'), 'TREE')
    assert.deepEqual([sums.inputTokens, sums.outputTokens], [5, 7])
    assert.deepEqual((await integrity(scope(), 'used')).findings, [])
  })

  it('stands wherever a place is named for what it says again', async () => {
    await talk('named', 2)
    const { observation } = await say(scope(), 'named', 'a2')
    const place = { observationId: observation.id }
    const forked = await forkConversation(scope(), { source: 'named', at: place, newConversationId: 'named-fork' })
    assert.equal(forked.sharedLength, 4)
    const common = await commonAncestor(scope(), place, { conversationId: 'named' })
    assert.equal(common?.id, observation.restates)
    const next = await say(scope(), 'named', 'u3', 'u3', { expectedHeadId: observation.id, parent: place })
    assert.equal(next.observation.place?.parentId, observation.restates)
    const moved = say(scope(), 'named', 'u4', 'u4', { expectedHeadId: observation.id })
    await assert.rejects(moved, (thrown) => thrown instanceof Refusal && thrown.code === 'HEAD_MOVED')
  })

  it('is the fork’s own message where the turn is inherited, whose place a later store takes', async () => {
    await talk('source', 2)
    await forkConversation(scope(), { source: 'source', newConversationId: 'own' })
    const again = await say(scope(), 'own', 'u2')
    assert.deepEqual([again.restated, again.message.id, again.message.supersedesId], [true, 'own:u2', 'source:u2'])
    assert.deepEqual(await turnsOf(scope(), 'own'), ['u1', 'a1', 'u2', 'a2'])
    assert.equal((await say(scope(), 'own', 'u2')).restated, true)
    assert.deepEqual((await integrity(scope(), 'own')).findings, [])
    assert.equal((await say(scope(), 'source', 'u3')).restated, false)
    const other = await say(scope(), 'own', 'u2', 'else')
    assert.deepEqual([other.restated, other.leftTranscript], [false, 2])
    assert.deepEqual(await turnsOf(scope(), 'own'), ['u1', 'a1', 'u2'])
    assert.equal(await snapshotText(scope(), 'own:u2'), 'else')
    for (const id of ['own', 'source']) assert.deepEqual((await integrity(scope(), id)).findings, [], id)
  })

  it('is backed up with its conversation, and never ends a branch', async () => {
    await talk('backed', 2)
    await say(scope(), 'backed', 'u3', 'on it', { branchId: 'b' })
    await say(scope(), 'backed', 'u1', 'u1', { branchId: 'b' })
    const next = await say(scope(), 'backed', 'a3', 'still', { branchId: 'b' })
    assert.equal((await scope().reads.observation(next.observation.place?.parentId ?? ''))?.messageId, 'backed:u3')
    const pieces: Uint8Array[] = []
    for await (const piece of conversationBackup(scope(), 'backed', memorySorter)) pieces.push(piece)
    const lines = Buffer.concat(pieces).toString().split('\n')
    assert.equal(lines.filter((line) => line.includes('"RESTATEMENT"')).length, 1)
    await forkConversation(scope(), { source: 'backed', newConversationId: 'backed-fork' })
    for (let k = 0; k < 2; k++) await say(scope(), 'backed-fork', 'a1')
    const bytes = await backedUp(scope())
    const there = on.scope({ tenant: 'restated' })
    await restored(there, bytes)
    for (const id of ['backed', 'backed-fork']) assert.deepEqual((await integrity(there, id)).findings, [], id)
  })

  it('leaves any talk as it was, whatever is stored again and in whatever order', async () => {
    let run = 0
    const property = fc.asyncProperty(fc.array(fc.nat(7), { minLength: 1, maxLength: 12 }), async (order) => {
      const id = `any${run++}`
      const all = await talk(id)
      for (const at of order) {
        const turn = all[at] ?? 'u1'
        assert.equal(
          (
            await storeTurn(scope(), {
              conversationId: id,
              turnId: turn,
              role: turn.startsWith('u') ? 'USER' : 'ASSISTANT',
              blocks: [{ type: 'text', text: turn }],
            })
          ).restated,
          true,
        )
      }
      assert.deepEqual(await turnsOf(scope(), id), all)
    })
    await fc.assert(property, { numRuns: on.name.includes('SQLite') ? 8 : 1 })
  })
})

await onEveryStore('the place of a turn', (on) => {
  const scope = on.scope

  it('is that of the message that a new turn supersedes', async () => {
    for (const one of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 'sup', one)
    const found = await say(scope(), 'sup', 'u2b', 'other', { supersedes: 'sup:u2' })
    assert.deepEqual([found.leftTranscript, codes(found)], [2, ['TURNS_LEFT_TRANSCRIPT']])
    assert.deepEqual(await turnsOf(scope(), 'sup'), ['u1', 'a1', 'u2b'])
    const off = await say(scope(), 'sup', 'u3', 'more', { supersedes: 'sup:u2' })
    assert.deepEqual([off.leftTranscript, codes(off)], [0, ['NOT_IN_ITS_PLACE']])
    const role = await say(scope(), 'sup', 'a3', 'said', { supersedes: 'sup:u1' })
    assert.deepEqual([role.leftTranscript, codes(role)], [0, ['NOT_IN_ITS_PLACE']])
    assert.deepEqual(await turnsOf(scope(), 'sup'), ['u1', 'a1', 'u2b', 'u3', 'a3'])
    assert.deepEqual((await integrity(scope(), 'sup')).findings, [])
  })

  it('is in the conversation of its branch where that alone is named, unless every host uses the name', async () => {
    const said = (branchId: string, text: string) =>
      storeTurn(scope(), { branchId, role: 'USER', blocks: [{ type: 'text', text }] })
    const first = await said('feature/x', 'one')
    assert.deepEqual([first.conversation.id, codes(first)], ['feature/x', ['BRANCH_NAMES_CONVERSATION']])
    const second = await said('feature/x', 'two')
    assert.deepEqual([second.conversation.id, second.conversation.turnCount, codes(second)], ['feature/x', 2, []])
    for (const name of ['main', 'Master', 'TRUNK', 'default', 'head'])
      await assert.rejects(said(name, 'x'), (thrown) => thrown instanceof Refusal && thrown.code === 'BAD_INPUT')
  })
})
