import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { asJsonOnce, shownAs, shownOnly } from '../../../src/adapters/mcp/schemas.ts'

const target = { target: 'draft-2020-12' } as const

describe('the schemas of a tool', () => {
  const schema = z.strictObject({ text: z.string() })

  it('are made JSON once, whichever server asks', () => {
    const made = asJsonOnce(schema)['~standard'].jsonSchema.input(target)
    assert.equal(asJsonOnce(schema)['~standard'].jsonSchema.input(target), made)
    assert.equal(shownOnly(schema)['~standard'].jsonSchema.input(target), made)
    const { $schema: _, ...whole } = z.toJSONSchema(schema, { io: 'input' })
    assert.deepEqual(made, whole)
  })

  it('are without what every host knows, and refuse the same', async () => {
    const named = z.strictObject({
      id: z.string().min(1),
      turn: z.int(),
      limit: z.int().max(9),
      shown: z.record(z.string(), z.unknown()),
      items: z.array(schema).min(1).meta(shownAs('array', '{text}')),
    })
    assert.deepEqual(asJsonOnce(named)['~standard'].jsonSchema.input(target), {
      type: 'object',
      properties: {
        id: { type: 'string' },
        turn: { type: 'integer' },
        limit: { type: 'integer', maximum: 9 },
        shown: { type: 'object' },
        items: { description: '{text}', type: 'array', items: { type: 'object' } },
      },
      required: ['id', 'turn', 'limit', 'shown', 'items'],
      additionalProperties: false,
    })
    const { properties, required } = asJsonOnce(named)['~standard'].jsonSchema.output(target)
    assert.deepEqual([Object.keys(properties as object).length, required], [5, undefined])
    const refused = await asJsonOnce(named)['~standard'].validate({ id: '', turn: 1, limit: 1, shown: {}, items: [{}] })
    assert.deepEqual(
      refused.issues?.map(({ path }) => path),
      [['id'], ['items', 0, 'text']],
    )
  })

  it('take everything where they are only shown', async () => {
    assert.deepEqual(await shownOnly(schema)['~standard'].validate({ other: 1 }), { value: { other: 1 } })
    assert.ok((await asJsonOnce(schema)['~standard'].validate({ other: 1 })).issues)
  })
})
