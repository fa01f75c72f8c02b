import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { asJsonOnce, shownOnly } from '../../src/adapters/mcp/schemas.ts'

const target = { target: 'draft-2020-12' } as const

describe('the schemas of a tool', () => {
  const schema = z.strictObject({ text: z.string() })

  it('are made JSON once, whichever server asks', () => {
    const made = asJsonOnce(schema)['~standard'].jsonSchema.input(target)
    assert.equal(asJsonOnce(schema)['~standard'].jsonSchema.input(target), made)
    assert.equal(shownOnly(schema)['~standard'].jsonSchema.input(target), made)
    assert.deepEqual(made, z.toJSONSchema(schema, { io: 'input' }))
  })

  it('take everything where they are only shown', async () => {
    assert.deepEqual(await shownOnly(schema)['~standard'].validate({ other: 1 }), { value: { other: 1 } })
    assert.ok((await asJsonOnce(schema)['~standard'].validate({ other: 1 })).issues)
  })
})
