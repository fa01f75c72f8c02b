import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { buildSchema, isEnumType } from 'graphql'
import { root } from '../../scripts/root.ts'
import { tenantStates } from '../../src/domain/access/requester.ts'
import { strategies } from '../../src/domain/messages/strategies.ts'
import { schemaText } from '../../src/graphql/schema.ts'
import { statedOf } from '../support/memberTable.ts'

interface Schema {
  readonly title?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** Yields the members that a schema names, those within others too. */
function* membersOf(of: Schema, path: readonly string[] = []): Generator<string> {
  for (const { properties = {}, items } of [of, ...(of.anyOf ?? []), ...(of.oneOf ?? [])]) {
    for (const [name, member] of Object.entries(properties)) {
      yield [...path, name].join('.')
      yield* membersOf(member, [...path, name])
    }
    if (items) yield* membersOf(items, path)
  }
}

/** Yields the values of every enumeration that a schema names. */
function* enumsOf(of: unknown): Generator<readonly string[]> {
  if (typeof of !== 'object' || of === null) return
  for (const [name, value] of Object.entries(of)) {
    if (name === 'enum' && Array.isArray(value)) yield value as string[]
    else yield* enumsOf(value)
  }
}

describe('every member of every line of turngraph’s own form', () => {
  it('is said to be computed, named or free', () => {
    const schema = JSON.parse(readFileSync(join(root, 'docs/backup.schema.json'), 'utf8')) as Schema
    const all = (schema.oneOf ?? []).flatMap(({ title = '', properties }) =>
      [...membersOf(properties?.['value'] ?? {})].map((member) => `${title}.${member}`),
    )
    assert.ok(all.length > 200)
    assert.deepEqual(
      [...new Set(all)].filter((member) => statedOf(member) === null),
      [],
    )
    assert.equal(statedOf('observation.place.usage.recent.costUsd'), 'computed')
    assert.equal(statedOf('event.principal.id'), 'free')
    assert.equal(statedOf('conversation.unheardOf'), null)
  })

  it('has no value that the API cannot say', () => {
    const schema = JSON.parse(readFileSync(join(root, 'docs/backup.schema.json'), 'utf8')) as unknown
    const api = Object.values(buildSchema(schemaText()).getTypeMap()).flatMap((type) =>
      isEnumType(type) ? [type.getValues().map(({ name }) => name)] : [],
    )
    // Ends of relationships and owners of facts are told apart by their types there, strategies are JSON, and tenants are the operator's.
    const known = [
      ...api,
      ['CONVERSATION', 'MESSAGE', 'ENTITY', 'ATTACHMENT', 'RELATIONSHIP'],
      Object.keys(strategies),
      ['STORE', 'TENANT'],
      [...tenantStates] as string[],
    ]
    const unsaid = [...enumsOf(schema)].filter(
      (values) => !known.some((names) => values.every((one) => names.includes(one))),
    )
    assert.deepEqual(unsaid, [])
  })
})
