import { z } from 'zod'
import { Relate, StoreEntity, Unrelate } from '../../../../client/documents/generated.ts'
import { toApi } from '../../names.ts'
import { tool, writesOnce } from '../../tool.ts'
import { id, idempotencyKey, json, thing, thingIn } from '../../values.ts'

export const storeEntity = tool('store_entity', {
  title: 'Store an entity',
  description:
    'Stores what is known of a person, topic, file or whatever turns refer to. The same id again adds to it.',
  annotations: writesOnce,
  input: z.strictObject({
    id: id.optional(),
    type: id.describe('What kind of thing it is, in your words.'),
    name: id,
    if_named: z
      .enum(['new', 'reuse'])
      .optional()
      .describe('reuse: without an id, the entity of that type and name that is there already is meant.'),
    fields: json.optional(),
    idempotency_key: idempotencyKey,
  }),
  output: z.object({ entity_id: z.string().nullable(), replayed: z.boolean() }),
  async run({ if_named, ...rest }, { client, signal }) {
    const ifNamed = if_named === 'reuse' ? ('REUSE' as const) : undefined
    const input = { ...toApi(rest), ifNamed }
    const { storeEntity } = await client.query(StoreEntity, { input }, { signal })
    return { structured: { entity_id: storeEntity.entity?.id ?? null, replayed: storeEntity.replayed } }
  },
})

const related = z.strictObject({
  type: z
    .enum(['PART_OF', 'REFERS_TO', 'EMBEDS', 'SUPERSEDES', 'CORRECTS', 'SETTLES', 'DUPLICATE_OF', 'DEPENDS_ON'])
    .describe('What the source is to the target.'),
  source: thing,
  target: thing,
  idempotency_key: idempotencyKey,
})
const relation = z.object({ relationship_id: z.string().nullable(), replayed: z.boolean() })

export const relate = tool('relate', {
  title: 'Relate two things',
  description: 'Says how two conversations, messages, entities or attachments are related.',
  annotations: writesOnce,
  input: related.extend({ metadata: json.optional() }),
  output: relation,
  async run({ metadata, ...rest }, { client, signal }) {
    const input = { ...relatedIn(rest), metadata }
    const { relate } = await client.query(Relate, { input }, { signal })
    return { structured: { relationship_id: relate.relationship?.id ?? null, replayed: relate.replayed } }
  },
})

export const unrelate = tool('unrelate', {
  title: 'Take a relationship back',
  description: 'Takes back what relate stored; the history stays.',
  annotations: writesOnce,
  input: related,
  output: relation,
  async run(input, { client, signal }) {
    const { unrelate } = await client.query(Unrelate, { input: relatedIn(input) }, { signal })
    return { structured: { relationship_id: unrelate.relationship?.id ?? null, replayed: unrelate.replayed } }
  },
})

const relatedIn = ({ source, target, ...same }: z.output<typeof related>) => ({
  ...toApi(same),
  source: thingIn(source),
  target: thingIn(target),
})
