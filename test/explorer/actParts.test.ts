import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { buildSchema, coerceInputValue, Kind, parse, typeFromAST, type GraphQLInputType } from 'graphql'
import type { Action } from '../../src/explorer/actions/action.ts'
import { inputOf } from '../../src/explorer/actions/inputOf.ts'
import { inverseOf } from '../../src/explorer/actions/inverseOf.ts'
import { operations } from '../../src/explorer/actions/operations.ts'
import { gateOf } from '../../src/explorer/compare/gate.ts'
import { inverseOfLine } from '../../src/explorer/activity/inverse.ts'
import { choicesOf } from '../../src/explorer/actions/choices.ts'

const conversationId = 'c'
const head = 'h'
const at = { observationId: 'o' }
const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))
/** What the API would say against the input of an act, by the type of its mutation's variable. */
function refusalsOf({ kind }: Action, input: object): string[] {
  const [asked] = parse(operations[kind] as string).definitions
  assert.ok(asked?.kind === Kind.OPERATION_DEFINITION)
  const [variable] = asked.variableDefinitions ?? []
  assert.ok(variable)
  const refusals: string[] = []
  const type = typeFromAST(schema, variable.type as never) as GraphQLInputType
  coerceInputValue(input, type, (path, _, { message }) => refusals.push(`${path.join('.')}: ${message}`))
  return refusals
}
const updates = ['rename', 'retain', 'pin', 'unpin', 'archive', 'unarchive', 'stopRun']
const isUpdate = ({ kind }: Action) => updates.includes(kind)

describe('acts of the explorer', () => {
  it('are each asked as the schema has it, with a key where it takes one, and where they move the head with the one that was seen', () => {
    const acts: Action[] = [
      { kind: 'fork', conversationId, at },
      { kind: 'rewind', conversationId, to: at, head },
      { kind: 'switch', conversationId, to: 'o', head },
      { kind: 'undo', conversationId, head },
      { kind: 'return', conversationId, to: 'o', head },
      { kind: 'return', conversationId, to: null, head },
      { kind: 'newVersion', conversationId, turnId: 't', parent: null, role: 'USER', text: 'x', head },
      { kind: 'correct', messageId: 'm', text: 'x', before: 'y' },
      { kind: 'compact', conversationId, from: at, to: at, summary: 's', head },
      { kind: 'drop', conversationId, from: at, to: at, summary: '', head },
      { kind: 'cancel', conversationId, markerId: 'o', head },
      { kind: 'delete', messageId: 'm' },
      { kind: 'restore', messageId: 'm' },
      { kind: 'deleteConversation', conversationId },
      { kind: 'checkpoint', conversationId, at: 'o', name: 'n' },
      { kind: 'annotate', observationId: 'o', values: { a: 1 }, before: { b: 2 } },
      { kind: 'cherryPick', into: 'a', from: 'b', turns: ['m'], head },
      { kind: 'restoreConversation', conversationId },
      { kind: 'rename', conversationId, title: 'New', before: 'Old' },
      { kind: 'retain', conversationId, days: 30, before: -1 },
      { kind: 'pin', conversationId },
      { kind: 'unpin', conversationId },
      { kind: 'archive', conversationId },
      { kind: 'unarchive', conversationId },
      { kind: 'stopRun', conversationId, runId: 'r' },
      { kind: 'ask', conversationId, parent: 'o', text: 'x', attachments: [], head, model: 'm' },
      { kind: 'answerAgain', conversationId, at: 'o', head, model: null },
      { kind: 'add', conversationId, parent: 'o', role: 'USER', text: 'x', attachments: [], head },
      { kind: 'merge', into: 'a', from: 'b', strategy: 'EVIDENCE', gate: { command: 'g' }, reviewer: 'r', head },
    ]
    for (const act of acts) {
      const input = inputOf(act, 'key')
      assert.equal(input['idempotencyKey'], isUpdate(act) ? undefined : 'key', act.kind)
      assert.equal(input['expectedHeadId'], 'head' in act ? head : undefined, act.kind)
      assert.deepEqual(refusalsOf(act, input), [], act.kind)
    }
    assert.notDeepEqual(refusalsOf({ kind: 'pin', conversationId }, { idempotencyKey: 'key' }), [])
  })

  it('are taken back by another act', () => {
    const conversation = { id: 'n', head: { id: 'new' } }
    const inverse = (act: Action): Action | null => inverseOf(act, { conversation, marker: { id: 'k' } })
    assert.deepEqual(inverse({ kind: 'fork', conversationId, at }), { kind: 'deleteConversation', conversationId: 'n' })
    assert.deepEqual(inverse({ kind: 'rewind', conversationId, to: at, head }), {
      kind: 'undo',
      conversationId,
      head: 'new',
    })
    assert.deepEqual(inverse({ kind: 'delete', messageId: 'm' }), { kind: 'restore', messageId: 'm' })
    const corrected = inverse({ kind: 'correct', messageId: 'm', text: 'x', before: 'y' })
    assert.deepEqual(corrected, { kind: 'correct', messageId: 'm', text: 'y', before: 'x' })
    const compact: Action = { kind: 'compact', conversationId, from: at, to: at, summary: 's', head }
    assert.deepEqual(inverse(compact), { kind: 'cancel', conversationId, markerId: 'k', head: 'new' })
    const noted = inverse({ kind: 'annotate', observationId: 'o', values: { a: 1, b: 3 }, before: { b: 2 } })
    assert.deepEqual(noted && inputOf(noted, 'k')['annotations'], { a: null, b: 2 })
    assert.deepEqual(inverse({ kind: 'deleteConversation', conversationId }), {
      kind: 'restoreConversation',
      conversationId,
    })
    const merge: Action = { kind: 'merge', into: 'a', from: 'b', strategy: 'INSIGHTS', gate: null, reviewer: '', head }
    assert.deepEqual(inverse(merge), { kind: 'undo', conversationId: 'a', head: 'new' })
    assert.deepEqual(inputOf(merge, 'k'), {
      into: 'a',
      from: ['b'],
      strategy: 'INSIGHTS',
      expectedHeadId: head,
      idempotencyKey: 'k',
    })
    const renamed = inverse({ kind: 'rename', conversationId, title: 'New', before: 'Old' })
    assert.deepEqual(renamed, { kind: 'rename', conversationId, title: 'Old', before: 'New' })
    const retained = inverse({ kind: 'retain', conversationId, days: 30, before: -1 })
    assert.deepEqual(retained, { kind: 'retain', conversationId, days: -1, before: 30 })
    for (const [done, undone] of [
      ['pin', 'unpin'],
      ['archive', 'unarchive'],
    ] as const) {
      assert.deepEqual(inverse({ kind: done, conversationId }), { kind: undone, conversationId })
      assert.deepEqual(inverse({ kind: undone, conversationId }), { kind: done, conversationId })
    }
    const add = {
      kind: 'add',
      conversationId,
      parent: null,
      role: 'USER',
      text: 'x',
      attachments: ['f'],
      head,
    } as const
    assert.deepEqual(inverse(add), { kind: 'undo', conversationId, head: 'new' })
    assert.deepEqual(inputOf(add, 'k')['content'], [{ text: 'x' }, { attachmentId: 'f' }])
    const refuted = { conversation, verdict: 'REFUTED' }
    assert.equal(inverseOf({ ...merge, strategy: 'EVIDENCE' }, refuted), null)
    const there = { kind: 'return', conversationId, to: head, head: 'new' } as const
    assert.deepEqual(inverse({ kind: 'undo', conversationId, head }), there)
    assert.deepEqual(inverse({ ...there, head: null }), { ...there, to: null })
    assert.equal(inverse({ kind: 'checkpoint', conversationId, at: 'o', name: 'n' }), null)
  })

  it('are taken back from the ledger, where something takes them back', () => {
    const line = (kind: string, details: object, headFrom: string | null = null) =>
      inverseOfLine({ kind, details, headFrom: headFrom === null ? null : { id: headFrom } }, conversationId, head)
        ?.action ?? null
    assert.deepEqual(line('COMPACT', { markerId: 'k' }), { kind: 'cancel', conversationId, markerId: 'k', head })
    assert.deepEqual(line('FORK', { fork: 'f' }), { kind: 'deleteConversation', conversationId: 'f' })
    assert.equal(line('FORK', { source: 's' }), null)
    assert.deepEqual(line('DELETE', { messageId: 'm' }), { kind: 'restore', messageId: 'm' })
    assert.deepEqual(line('RESTORE', { messageId: 'm' }), { kind: 'delete', messageId: 'm' })
    const noted = line('ANNOTATE', { observationId: 'o', annotations: { a: 1, b: 3 }, before: { b: 2 } })
    assert.deepEqual(noted && inputOf(noted, 'k')['annotations'], { a: null, b: 2 })
    assert.deepEqual(line('REWIND', {}, 'x'), { kind: 'return', conversationId, to: 'x', head })
    assert.equal(line('REWIND', {}, head), null)
    assert.equal(line('CREATE', {}), null)
  })

  it('take a gate as it is written', () => {
    assert.deepEqual(gateOf(' {"type": "object"} '), { jsonSchema: { type: 'object' } })
    assert.deepEqual(gateOf('pytest'), { command: 'pytest' })
    assert.deepEqual([gateOf(''), gateOf('{ "type"')], [null, null])
  })

  it('that continued a head which has moved continue the head of now, and those at another place stay there', () => {
    const moved = { code: 'HEAD_MOVED', message: '', details: { expected: head, actual: 'new' } }
    const add: Action = { kind: 'add', conversationId, parent: head, role: 'USER', text: 'x', attachments: [], head }
    const ask: Action = { kind: 'ask', conversationId, parent: head, text: 'x', attachments: [], model: null, head }
    for (const [action, label] of [
      [add, 'Add after it'],
      [ask, 'Ask after it'],
    ] as const) {
      assert.deepEqual(choicesOf(action, moved)[0], { label, action: { ...action, parent: 'new', head: 'new' } })
      const apart = { ...action, parent: 'o' }
      assert.deepEqual(choicesOf(apart, moved)[0], { label: 'Do it all the same', action: { ...apart, head: 'new' } })
    }
    const emptied = { ...moved, details: { expected: head, actual: null } }
    assert.deepEqual(choicesOf(add, emptied)[0]?.action, { ...add, parent: null, head: null })
  })

  it('that were refused become choices', () => {
    const moved = { code: 'HEAD_MOVED', message: '', details: { expected: head, actual: 'new' } }
    const rewind: Action = { kind: 'rewind', conversationId, to: at, head }
    assert.deepEqual(
      choicesOf(rewind, moved).map(({ action }) => action),
      [
        { ...rewind, head: 'new' },
        { kind: 'fork', conversationId, at: { observationId: head } },
      ],
    )
    const parted = { code: 'FORK_POINT_NOT_BOUNDARY', message: '', details: { before: null, after: { turn: 3 } } }
    assert.deepEqual(choicesOf({ kind: 'fork', conversationId, at }, parted), [
      { label: 'At the nearest turn after', action: { kind: 'fork', conversationId, at: { turn: 3 } } },
    ])
    const drop: Action = { kind: 'drop', conversationId, from: at, to: at, summary: '', head }
    assert.deepEqual(choicesOf(drop, { ...parted, field: ['from'] })[0]?.action, { ...drop, from: { turn: 3 } })
    assert.deepEqual(choicesOf(drop, { ...parted, field: ['to'] })[0]?.action, { ...drop, to: { turn: 3 } })
    const leaf = { ...parted, details: { before: { observationId: 'b' }, after: null } }
    const back: Action = { kind: 'return', conversationId, to: 'b', head }
    assert.deepEqual(choicesOf({ kind: 'switch', conversationId, to: 'o', head }, leaf)[0]?.action, back)
    const merge: Action = { kind: 'merge', into: 'a', from: 'b', strategy: 'INSIGHTS', gate: null, reviewer: '', head }
    const fork: Action = { kind: 'fork', conversationId: 'a', at: { observationId: head } }
    assert.deepEqual(choicesOf(merge, moved)[1]?.action, fork)
    assert.deepEqual(choicesOf(rewind, { code: 'NOT_FOUND', message: '' }), [])
  })
})
