import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { forEachStore } from './support/forEachStore.ts'
import type { Api } from './support/api.ts'
import { mutate, storeTurn, talk } from './support/talk.ts'

const edge = `id nodeId type label metadata createdAt deletedAt
  source { __typename ... on Message { id turnId } ... on Conversation { id } ... on Entity { id name } }
  target { __typename ... on Message { id turnId } ... on Conversation { id } ... on Entity { id name } }
  observations { totalCount nodes { kind fields relationship { id } entity { id } conversation { id } metadata } }`
const refers = { type: 'REFERS_TO', source: { messageId: 'c:t1' }, target: { entityId: 'ada' } }

await forEachStore('entities and relationships over HTTP', (start) => {
  let api: Api
  before(async () => {
    api = await start()
    await talk(api, 'c', 'Who was first?', 'Ada.')
    await mutate(api, 'storeEntity', { id: 'ada', type: 'person', name: 'Ada', fields: { city: 'London' } }, '')
  })
  after(() => api.close())

  describe('a relationship', () => {
    it('shows its ends, its label and its history, and is found again by its global id', async () => {
      const { relationship } = await mutate(
        api,
        'relate',
        { ...refers, metadata: { weight: 1 } },
        `relationship { ${edge} }`,
      )
      assert.deepEqual(
        [relationship.id, relationship.type, relationship.label, relationship.metadata],
        ['REFERS_TO:c%3At1:ada', 'REFERS_TO', 'discusses', { weight: 1 }],
      )
      assert.deepEqual(relationship.source, { __typename: 'Message', id: 'c:t1', turnId: 't1' })
      assert.deepEqual(relationship.target, { __typename: 'Entity', id: 'ada', name: 'Ada' })
      assert.deepEqual(relationship.observations.nodes, [
        {
          kind: 'FACT',
          fields: { weight: 1 },
          relationship: { id: relationship.id },
          entity: null,
          conversation: null,
          metadata: {},
        },
      ])
      const query = `query ($id: ID!) { node(nodeId: $id) { ... on Relationship { id label } } }`
      const { node } = await api.ask<{ node: object }>(query, { id: relationship.nodeId })
      assert.deepEqual(node, { id: relationship.id, label: 'discusses' })
    })

    it('is listed from the conversation, the message and the entity', async () => {
      await mutate(api, 'relate', { ...refers, source: { conversationId: 'c' } }, '')
      const page = 'totalCount nodes { id label } pageInfo { hasNextPage endCursor }'
      const { conversation, message, entity } = await api.ask(`{
        conversation(id: "c") { relationships(direction: OUTBOUND) { ${page} } }
        message(id: "c:t1") { relationships { ${page} } }
        entity(id: "ada") { relationships(direction: INBOUND, type: REFERS_TO, first: 1) { ${page} } } }`)
      assert.deepEqual(conversation.relationships.nodes, [{ id: 'REFERS_TO:c:ada', label: 'discusses' }])
      assert.deepEqual(
        message.relationships.nodes.map(({ label }) => label),
        ['discusses', 'contains message'],
      )
      assert.deepEqual([entity.relationships.totalCount, entity.relationships.pageInfo.hasNextPage], [2, true])
    })

    it('N-32: is refused as data where it is not there, and comes back by a restore', async () => {
      const missing = await mutate(api, 'unrelate', { ...refers, type: 'SETTLES' }, 'relationship { id }')
      assert.equal(missing.relationship, null)
      assert.deepEqual(
        missing.userErrors.map(({ code }) => code),
        ['NOT_FOUND'],
      )
      const deleted = await mutate(api, 'unrelate', refers, 'relationship { id deletedAt }')
      assert.notEqual(deleted.relationship.deletedAt, null)
      const restored = await mutate(api, 'restoreRelationship', refers, 'relationship { id deletedAt }')
      assert.deepEqual(restored.relationship, { id: 'REFERS_TO:c%3At1:ada', deletedAt: null })
    })

    it('N-34: leads to what is two edges away in one query', async () => {
      await mutate(api, 'storeEntity', { id: 'turin', type: 'city', name: 'Turin' }, '')
      const born = { type: 'PART_OF', source: { entityId: 'ada' }, target: { entityId: 'turin' } }
      await mutate(api, 'relate', born, '')
      type Page<N> = { relationships: { nodes: N[] } }
      const { message } = await api.ask<{
        message: Page<{ target: Page<{ target: object }> }>
      }>(`{ message(id: "c:t1") {
        relationships(type: REFERS_TO) { nodes { target { ... on Entity {
          relationships(direction: OUTBOUND) { nodes { target { ... on Entity { id } } } } } } } } } }`)
      const reached = message.relationships.nodes.flatMap(({ target }) => target.relationships.nodes)
      assert.deepEqual(reached, [{ target: { id: 'turin' } }])
    })

    it('N-27: is of one of eight types', async () => {
      const { errors } = await api.send(
        `mutation { relate(input: { type: WORKS_AT, source: { entityId: "ada" }, target: { entityId: "ada" } }) { replayed } }`,
      )
      assert.match(errors[0]?.message ?? '', /WORKS_AT/)
    })
  })

  describe('an entity', () => {
    it('N-25: shows its value, where each field of it comes from, and its history', async () => {
      const { observation } = await mutate(
        api,
        'correctEntity',
        { id: 'ada', fields: { city: 'Turin' }, note: 'moved' },
        'observation { id nodeId kind priority fields entity { id name } message { id } isLeaf depth }',
      )
      assert.deepEqual(
        [observation.kind, observation.priority, observation.entity, observation.message, observation.isLeaf],
        ['CORRECTION', 1000, { id: 'ada', name: 'Ada' }, null, false],
      )
      const { entity } = await api.ask(`{ entity(id: "ada") { id type name deleted mergedInto { id }
        snapshot { fields provenance observationCount unknownFields computedAt }
        observations { totalCount nodes { id kind observedAt fields children { totalCount } ancestors { totalCount } } } } }`)
      assert.deepEqual(entity.snapshot.fields, { city: 'Turin', name: 'Ada' })
      assert.equal((entity.snapshot.provenance as { city: string }).city, observation.id)
      assert.deepEqual(
        entity.observations.nodes.map(({ kind, children, ancestors }) => [
          kind,
          children.totalCount,
          ancestors.totalCount,
        ]),
        [
          ['CORRECTION', 0, 0],
          ['FACT', 0, 0],
        ],
      )
      const { node } = await api.ask<{ node: object }>(
        'query ($id: ID!) { node(nodeId: $id) { ... on Observation { id } } }',
        { id: observation.nodeId },
      )
      assert.deepEqual(node, { id: observation.id })
    })

    it('N-24: shows its value as of a time; a time that is none is refused', async () => {
      const early = '{ entity(id: "ada") { snapshot(at: "2001-01-01T00:00:00Z") { fields } } }'
      assert.equal((await api.ask(early)).entity.snapshot, null)
      const { errors } = await api.send('{ entity(id: "ada") { snapshot(at: "yesterday") { fields } } }')
      assert.match(errors[0]?.message ?? '', /yesterday/)
    })

    it('N-35: is listed until it is merged', async () => {
      await mutate(api, 'storeEntity', { id: 'countess', type: 'person', name: 'Countess' }, '')
      const merged = await mutate(
        api,
        'mergeEntities',
        { from: 'countess', into: 'ada' },
        'entity { id } observation { id } observationsMoved relationshipsMoved',
      )
      assert.deepEqual(
        { ...merged, userErrors: [] },
        { entity: { id: 'ada' }, observation: null, observationsMoved: 1, relationshipsMoved: 0, userErrors: [] },
      )
      const { entities, entity } = await api.ask(
        '{ entities(type: "person") { totalCount nodes { id } } entity(id: "countess") { mergedInto { id } } }',
      )
      assert.deepEqual(
        [entities.nodes.map(({ id }) => id), entities.totalCount, entity.mergedInto.id],
        [['ada'], 1, 'ada'],
      )
    })

    it('has fields with the strategies that its type declares', async () => {
      const declared = { type: 'person', strategies: { city: 'highest_priority' } }
      const payload = await mutate(api, 'defineEntityType', declared, 'type strategies')
      assert.deepEqual({ type: payload.type, strategies: payload.strategies }, declared)
      const refused = await mutate(api, 'defineEntityType', { type: 'person', strategies: { city: 'best' } }, 'type')
      assert.match(refused.userErrors[0].message, /last_write, highest_priority/)
    })
  })

  it('a turn names what it refers to and what it replaces; one that is unknown refuses it', async () => {
    const refersTo = [{ entityId: 'ada' }, { messageId: 'c:t1' }, { conversationId: 'c' }]
    const turn = { conversationId: 'c', turnId: 't3', role: 'USER', text: 'More', refersTo, supersedes: 'c:t1' }
    const stored = await storeTurn(api, turn)
    assert.deepEqual(stored.userErrors, [])
    const { message, older } = await api.ask<{ message: { relationships: { nodes: object[] } }; older: object }>(`{
      message(id: "c:t3") { supersedes { id } relationships(direction: OUTBOUND, type: REFERS_TO) { nodes { target { __typename } } } }
      older: message(id: "c:t1") { supersededBy { id } } }`)
    assert.equal(message.relationships.nodes.length, 3)
    assert.deepEqual(older, { supersededBy: [{ id: 'c:t3' }] })
    const refused = await storeTurn(api, { ...turn, turnId: 't4', refersTo: [{ entityId: 'nobody' }] })
    assert.deepEqual(
      refused.userErrors.map(({ code, details }) => [code, details]),
      [['NOT_FOUND', { kind: 'Entity', id: 'nobody' }]],
    )
  })
})
