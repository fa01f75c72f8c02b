import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { thingText } from '../../../src/cli/show/showText.ts'
import type { Thing } from '../../../src/cli/show/things.ts'
import { fakeOf } from '../../support/fakes.ts'

const shown = (kind: Thing['kind'], members: object) => thingText(fakeOf<Thing>('thing', { kind, ...members }))
const noEdges = { nodes: [], totalCount: 0 }
const conversation = (more: object = {}) =>
  shown('Conversation', {
    ...{ id: 'trip', title: 'To Lyon', origin: 'NATIVE', createdAt: '2026-01-31T12:34:56Z', updatedAt: null },
    ...{ deletedAt: null, cwd: null, forkedFrom: null, spawnedBy: null, turnCount: 1, head: { id: 'o1' } },
    ...{ treeShape: { leaves: 1, branchPoints: 0, sidechains: 0 }, activeRun: null, metadata: {} },
    ...{ relationships: noEdges, transcript: { nodes: [], pageInfo: { hasPreviousPage: false } }, ...more },
  })
const edge = (type: string, source: string, target: string) => ({
  ...{ type, label: type.toLowerCase() },
  ...{ source: { __typename: 'Message', id: source }, target: { __typename: 'Conversation', id: target } },
})

describe('a thing as text', () => {
  it('says what it is and what is known of it; what is not known has no line', () => {
    assert.equal(
      conversation(),
      [
        'conversation trip: To Lyon',
        '  origin      NATIVE',
        '  stored      2026-01-31 12:34',
        '  transcript  1 turn',
        '  head        o1',
        '  tree        1 leaf, 0 branch points',
        '',
      ].join('\n'),
    )
  })

  it('says of a fork where it begins, and of earlier turns that there are some', () => {
    const text = conversation({
      ...{ forkedFrom: { conversation: { id: 'root' }, turn: 4 }, metadata: { tag: 'é' } },
      transcript: { nodes: [], pageInfo: { hasPreviousPage: true } },
    })
    assert.match(text, /forked from +root at turn 4\n/)
    assert.match(text, /metadata +{"tag":"é"}\n/)
    assert.match(text, /… earlier turns: --turns shows more\n$/)
  })

  it('lists relationships, how many more there are, and not that a message is part of its own conversation', () => {
    const nodes = [
      edge('PART_OF', 'trip:u1', 'trip'),
      edge('PART_OF', 'trip:u1', 'other'),
      edge('CITES', 'trip:u1', 'trip'),
    ]
    const text = conversation({ relationships: { nodes, totalCount: 5 } })
    assert.match(
      text,
      /relationships\n {2}Message trip:u1 part_of Conversation other\n {2}Message trip:u1 cites Conversation trip\n {2}… and 2 more\n$/,
    )
    assert.doesNotMatch(conversation({ relationships: { nodes: nodes.slice(0, 1), totalCount: 1 } }), /relationships/)
  })

  it('lists when a message was stored, and how many times more', () => {
    const stored = { id: 'o9', kind: 'TURN', turn: null, observedAt: '2026-01-31T12:34:56Z' }
    const text = shown('Message', {
      ...{ id: 'trip:u1', role: 'USER', conversation: null, deleted: true, supersedes: null, supersededBy: [] },
      ...{ observations: { totalCount: 3, nodes: [stored] }, relationships: noEdges, content: null },
    })
    assert.match(text, /^message trip:u1\n[^]*state +deleted\n[^]*3 times, newest first:\n/)
    assert.match(text, / {4}2026-01-31 12:34 {2}o9 {2}TURN\n {4}… and 2 more\n$/)
  })

  it('shows the fields of an entity: a text as it is, any other value as JSON', () => {
    const fields = { name: 'Ann', ages: [1, 2], known: true }
    const text = shown('Entity', {
      ...{ id: 'e1', type: 'person', name: 'Ann', deleted: false, mergedInto: null, relationships: noEdges },
      snapshot: { observationCount: 2, computedAt: '2026-01-31T12:34:56Z', fields },
    })
    assert.match(text, /^person e1: Ann\n {2}observations +2\n/)
    assert.match(text, /fields\n {2}name +Ann\n {2}ages +\[1,2\]\n {2}known +true\n$/)
  })

  it('is also a relationship, a run, an attachment, an event or an observation', () => {
    const end = { __typename: 'Entity', id: 'e1', name: 'Ann' }
    const relationship = {
      id: 'r1',
      type: 'CITES',
      label: 'cites',
      source: end,
      target: { ...end, name: '' },
      metadata: null,
    }
    assert.match(
      shown('Relationship', { ...relationship, createdAt: null, deletedAt: null }),
      /from +Entity e1: Ann\n +to +Entity e1\n/,
    )
    assert.match(
      shown('Run', {
        runId: 'r2',
        state: 'OPEN',
        pendingRequest: null,
        claimedAt: null,
        completedAt: null,
        completionSeq: null,
        pendingQuestionId: null,
        conversation: { id: 'trip', title: 'T' },
      }),
      /^run r2\n +of +trip: T\n +state +OPEN\n$/,
    )
    assert.match(
      shown('Attachment', {
        id: 'a1',
        mediaType: 'image/png',
        byteSize: 0,
        ...{ uri: null, downloadUrl: null },
        embeddedIn: { nodes: [{ id: 'm1' }, { id: 'm2' }] },
      }),
      /size +0 bytes\n +embedded in +m1, m2\n$/,
    )
    assert.match(
      shown('Event', {
        ...{ id: 'v1', event: 'FORK', at: null, conversation: null, actor: {}, details: { to: 'x' } },
        ...{ seq: null, note: null, pathHash: null },
      }),
      /^event v1\n +kind +FORK\n +details +{"to":"x"}\n$/,
    )
    const usage = { inputTokens: 5, outputTokens: null }
    assert.match(
      shown('Observation', {
        id: 'o1',
        observed: 'TURN',
        depth: 0,
        isLeaf: true,
        usage,
        observedAt: null,
        ingestedAt: null,
        conversation: null,
        entity: null,
        ...{ role: null, turn: null, message: null, relationship: null, senderId: null, model: null },
        ...{ runId: null, parent: null, copyOf: null, pathHash: null },
        fields: null,
        content: [],
      }),
      /depth +0\n +tokens +5 in, 0 out\n +place +a leaf\n$/,
    )
  })
})
