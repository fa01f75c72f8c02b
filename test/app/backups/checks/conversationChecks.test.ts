import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConversationChecks, runOf } from '../../../../src/app/backups/checks/conversationChecks.ts'
import type { StoredConversation } from '../../../../src/domain/contents.ts'
import type { BranchPoint, Event, Message } from '../../../../src/domain/model.ts'
import { emptyPathHash } from '../../../../src/domain/tree/pathHash.ts'
import { tree, type DrawnTree } from '../../../support/tree/drawing.ts'
import { at, emptyFile, messagesOf, storedConversation, unsegmented } from './support.ts'

interface Lines {
  readonly drawn?: DrawnTree
  readonly conversations?: readonly StoredConversation[]
  readonly messages?: readonly Message[]
  readonly junctions?: readonly BranchPoint[]
  readonly events?: readonly Event[]
}
const simple = tree('u a<u b<u')
const whole = storedConversation(simple, 'a')

/** Checks a file: conversations are lines from 1, messages from 11, nodes from 21, junctions from 31, events from 41. */
function check({
  drawn = simple,
  conversations = [whole],
  messages = messagesOf(drawn),
  junctions = [...drawn.junctions.values()],
  events = [],
}: Lines = {}) {
  // prettier-ignore
  const { scratch, named, places } = emptyFile()
  const checks = new ConversationChecks(scratch, named, places)
  conversations.forEach((one, k) => checks.conversation(one, 1 + k))
  messages.forEach((one, k) => checks.message(one, 11 + k))
  const nodes = [...drawn.observations.values()].map(unsegmented)
  nodes.forEach((node, k) => {
    checks.observation(node, 21 + k)
    places.take(node, 21 + k)
    named.add('OBSERVATION', node.id)
  })
  junctions.forEach((one, k) => checks.junction(one, 31 + k))
  events.forEach((one, k) => checks.event(one, 41 + k))
  checks.finish()
  named.finish()
}
const refused = (lines: Lines, line: number, facts: object = {}) =>
  assert.throws(
    () => check(lines),
    (thrown: { code: string; facts: Record<string, unknown> }) => {
      // prettier-ignore
      assert.equal(thrown.code, 'BAD_INPUT')
      assert.deepEqual(thrown.facts, { line, ...facts })
      return true
    },
  )
const event = (seq: number | null, more: Partial<Event> = {}): Event => ({
  id: `e${seq}`,
  conversationId: 'c',
  seq,
  kind: 'STORE',
  at,
  principal: null,
  actor: null,
  note: null,
  pathHash: null,
  details: {},
  head: null,
  ...more,
})

describe('a conversation in a file', () => {
  it('agrees with its lines', () => {
    for (const lines of [
      {},
      { conversations: [{ ...whole, lastSeq: 2 }], events: [event(1), event(2)] },
      { conversations: [{ ...whole, headId: null }] },
    ])
      assert.doesNotThrow(() => check(lines))
  })

  it('has its head on a path of it', () => {
    refused({ conversations: [{ ...whole, headId: 'x' }] }, 1)
    const other = tree('u a<u x', { x: { conversation: 'd' } })
    refused({ drawn: other, conversations: [{ ...whole, headId: 'x' }, storedConversation(other, 'x', 'd')] }, 1)
  })

  it('is as many forks deep as its source and one, and was forked at a node of that', () => {
    const fork = (more: Partial<StoredConversation> = {}, from = {}): StoredConversation => {
      const hash = simple.observations.get('a')!.place.pathHash
      const forkedFrom = { conversationId: 'c', observationId: 'a', turn: 2, pathHash: hash, eventId: 'e', ...from }
      return { ...whole, id: 'f', forkLevel: 1, forkedFrom, ...more }
    }
    const forked = { id: 'e', conversationId: 'f', seq: 1, kind: 'FORK', at, head: null, details: { source: 'c' } }
    const events = (more: object) => ({ events: [{ ...forked, ...more } as never] })
    check({ conversations: [whole, fork({ lastSeq: 1 })], ...events({}) })
    check({
      conversations: [
        whole,
        fork({ lastSeq: 1, headId: null }, { observationId: null, turn: null, pathHash: emptyPathHash }),
      ],
      ...events({}),
    })
    for (const [other, eventId] of [
      [{ kind: 'REWIND' }, 'e'],
      [{ details: { fork: 'g' } }, 'e'],
      [{}, 'a later one'],
    ] as const)
      refused({ conversations: [whole, fork({ lastSeq: 1 }, { eventId })], ...events(other) }, 2, { id: eventId })
    refused({ conversations: [whole, fork({ forkLevel: 2 })] }, 2, { member: 'forkLevel' })
    refused({ conversations: [{ ...whole, forkLevel: 1 }] }, 1, { member: 'forkLevel' })
    refused({ conversations: [fork()] }, 1, { kind: 'conversation', id: 'c' })
    refused({ conversations: [whole, fork({}, { pathHash: emptyPathHash })] }, 2, { member: 'path hash' })
    refused({ conversations: [whole, fork({}, { turn: 3 })] }, 2, { member: 'turn' })
    refused({ conversations: [whole, fork({}, { observationId: 'x' })] }, 2)
  })

  it('was started by a message of its caller, and by no circle of callers', () => {
    const agent: StoredConversation = {
      ...storedConversation(simple, null, 'none'),
      id: 's',
      sidechainOf: 'c',
      spawnedBy: 'c:u',
    }
    check({ conversations: [whole, agent] })
    refused({ conversations: [whole, { ...agent, spawnedBy: 'd:u' }] }, 2, { member: 'spawnedBy' })
    refused({ conversations: [whole, { ...agent, sidechainOf: null }] }, 2, { member: 'spawnedBy' })
    refused({ conversations: [{ ...whole, sidechainOf: 's' }, agent] }, 1, { kind: 'conversation', id: 'c' })
    assert.throws(() => check({ conversations: [whole, { ...agent, sidechainOf: 'gone', spawnedBy: null }] }), {
      facts: { line: 2, kind: 'conversation', id: 'gone' },
    })
  })
})

describe('the messages and nodes of a file', () => {
  const [first, ...others] = messagesOf(simple) as [Message, ...Message[]]

  it('name each other', () => {
    refused({ messages: [{ ...first, id: 'c:x' }, ...others] }, 11, { member: 'id' })
    refused({ messages: [first] }, 22, { kind: 'message', id: 'c:a' })
    refused({ messages: [{ ...first, latestId: 'a' }, ...others] }, 11, { id: 'a' })
    refused({ messages: [first, { ...others[0]!, supersedesId: 'c:u' }, others[1]!] }, 12)
  })

  it('stand below a node that their conversation has', () => {
    const elsewhere = tree('u x<u', { x: { conversation: 'd' } })
    refused(
      { drawn: elsewhere, conversations: [{ ...whole, headId: 'u' }, storedConversation(elsewhere, 'x', 'd')] },
      22,
    )
  })

  it('are in the tree, restatements and markers by their kind', () => {
    const node = (more: object) => {
      const { named, scratch, places } = emptyFile()
      named.add('MESSAGE', 'c:u')
      new ConversationChecks(scratch, named, places).observation(
        { ...unsegmented(simple.observations.get('u')!), ...more },
        5,
      )
    }
    node({})
    for (const wrong of [
      { place: null },
      { kind: 'RESTATEMENT' },
      { restates: 'x' },
      { kind: 'CORRECTION' },
      { kind: 'DROP' },
      { messageId: 'c:x' },
    ])
      // prettier-ignore
      assert.throws(() => node(wrong), { code: 'BAD_INPUT' }, JSON.stringify(wrong))
  })
})

describe('the branch points of a file', () => {
  const [point] = [...simple.junctions.values()] as [BranchPoint]
  it('have as many children as their nodes, and a kind that those make', () => {
    assert.equal(point.children, 2)
    refused({ junctions: [{ ...point, children: 3 }] }, 31, { member: 'count of children' })
    refused({ junctions: [{ ...point, parentId: 'x' }] }, 31, { kind: 'observation', id: 'x' })
    refused({ junctions: [{ ...point, parentId: 'a', children: 0 }] }, 31, { member: 'kind' })
  })
})

describe('a ledger in a file', () => {
  const two = { ...whole, lastSeq: 2 }
  it('is numbered from 1 without a gap, up to where its conversation says', () => {
    refused({ conversations: [two], events: [event(2)] }, 41)
    refused({ conversations: [two], events: [event(1), event(1)] }, 42)
    refused({ conversations: [two], events: [event(1)] }, 1, { conversationId: 'c' })
    refused({ events: [event(1)] }, 1, { conversationId: 'c' })
    check({ events: [event(null, { conversationId: null })] })
    refused({ events: [event(1, { conversationId: null })] }, 41)
  })

  it('undoes what stands before it, and moves heads to nodes that are there', () => {
    const undo = (details: Event['details']) => ({
      conversations: [two],
      events: [event(1), event(2, { kind: 'UNDO', details })],
    })
    check(undo({ undoes: 'e1', seq: 1 }))
    for (const wrong of [{}, { undoes: 'e1', seq: 2 }, { undoes: 1, seq: 1 }]) refused(undo(wrong), 42)
    refused(undo({ undoes: 'x', seq: 1 }), 42, { kind: 'event', id: 'x' })
    refused({ events: [event(1, { head: { from: null, to: 'x' } })] }, 41, { kind: 'observation', id: 'x' })
  })
})

it('a run has a name of its own among those of all conversations', () => {
  assert.notEqual(runOf('a', 'b","c'), runOf('a","b', 'c'))
})
