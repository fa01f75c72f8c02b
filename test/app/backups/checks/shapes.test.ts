import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Shapes } from '../../../../src/app/backups/checks/shapes.ts'
import type { StoredConversation } from '../../../../src/domain/contents.ts'
import type { Message } from '../../../../src/domain/model.ts'
import { tree, type DrawnTree } from '../../../support/tree/drawing.ts'
import { emptyFile, messagesOf, storedConversation, unsegmented } from './support.ts'

function check(
  drawn: DrawnTree,
  conversations: readonly StoredConversation[],
  messages: readonly Message[] = [],
): void {
  const { scratch, places } = emptyFile()
  const shapes = new Shapes(scratch, places)
  conversations.forEach((one, k) => shapes.conversation(one, k + 1))
  for (const message of messages) shapes.message(message)
  for (const node of drawn.observations.values()) {
    shapes.node(unsegmented(node))
    places.take(unsegmented(node), 9)
  }
  for (const junction of drawn.junctions.values()) shapes.junction(junction)
  shapes.finish()
}
const call = { role: 'ASSISTANT', blocks: [{ type: 'toolCall', callId: 'k', name: 'ls', input: {} }] } as const
const drawn = tree('u a<u b<u d<b e', { a: call })
const whole = storedConversation(drawn, 'd')
const refused = (more: Partial<StoredConversation>, member: string, messages: readonly Message[] = []) =>
  assert.throws(() => check(drawn, [{ ...whole, ...more }], messages), {
    code: 'BAD_INPUT',
    facts: { line: 1, member },
  })

describe('what a conversation counts of its tree', () => {
  it('is what its lines count up to', () => {
    assert.doesNotThrow(() => check(drawn, [whole], messagesOf(drawn)))
    assert.doesNotThrow(() => check(tree('u'), [storedConversation(tree('u'), null)]))
  })

  it('is refused where it is another number', () => {
    for (const name of Object.keys(whole.shape) as (keyof typeof whole.shape)[])
      refused({ shape: { ...whole.shape, [name]: whole.shape[name] + 1 } }, `count of ${name}`)
    refused({ turnCount: 1 }, 'turnCount')
    refused({ headId: null }, 'turnCount')
    refused({ deletedTurns: 1 }, 'count of deleted turns')
    refused(
      {},
      'count of deleted turns',
      messagesOf(drawn).map((one) => ({ ...one, deleted: true })),
    )
  })

  it('has the path to where it was forked, and the sub-agents that it started', () => {
    const path = tree('u a<u')
    const from = { conversationId: 'c', observationId: 'a', turn: 2, pathHash: '', eventId: 'e' }
    const source = storedConversation(path, 'a')
    const fork: StoredConversation = { ...source, id: 'f', forkedFrom: from }
    check(path, [source, fork])
    assert.throws(() => check(path, [source, { ...fork, shape: { ...fork.shape, nodes: 1 } }]), {
      facts: { line: 2, member: 'count of nodes' },
    })
    const agent: StoredConversation = { ...storedConversation(tree('x'), null, 'none'), id: 's', sidechainOf: 'c' }
    assert.throws(() => check(path, [source, agent]), { facts: { line: 1, member: 'count of sidechains' } })
    check(path, [{ ...source, shape: { ...source.shape, sidechains: 1 } }, agent])
  })

  it('of a fork that goes on is counted on from there', () => {
    const path = tree('u a<u b<a', { b: { conversation: 'f' } })
    const from = { conversationId: 'c', observationId: 'a', turn: 2, pathHash: '', eventId: 'e' }
    const own = storedConversation(path, 'b', 'f')
    const shape = { ...own.shape, nodes: 3, roots: 1, leaves: 1, toolCalls: 0 }
    assert.doesNotThrow(() => check(path, [storedConversation(path, 'a'), { ...own, forkedFrom: from, shape }]))
  })
})
