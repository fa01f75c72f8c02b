import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { buildSchema, isObjectType } from 'graphql'
import { root } from '../../scripts/root.ts'
import { arrivalFindings, damageFindings, mutationWarnings } from '../../src/domain/warnings.ts'

const schema = buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8'))

it("the schema's text says what each code of a warning means, and names no other", () => {
  const type = schema.getType('Warning')
  assert.ok(isObjectType(type))
  const text = type.getFields()['code']?.description ?? ''
  const [ofMutations = '', ofArrivals = '', ofDamage = ''] = text.split(/^An integrity report|^and what is/m)
  const named = (part: string) => [...part.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)].map(([code]) => code).sort()
  assert.deepEqual(named(ofMutations), [...mutationWarnings].sort())
  const both: readonly string[] = mutationWarnings
  assert.deepEqual(
    named(ofArrivals),
    arrivalFindings.filter((code) => !both.includes(code)),
  )
  assert.deepEqual(named(ofDamage), [...damageFindings].sort())
})
