import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
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

describe('every member of every line of turngraph’s own form', () => {
  it('is said to be computed, named or free', () => {
    const schema = JSON.parse(readFileSync(join(root, 'docs/backup.schema.json'), 'utf8')) as Schema
    const all = (schema.oneOf ?? []).flatMap(({ title = '', properties }) =>
      [...membersOf(properties?.['value'] ?? {})].map((member) => `${title}.${member}`),
    )
    assert.ok(all.length > 200)
    assert.deepEqual([...new Set(all)].filter((member) => statedOf(member) === null), []) // prettier-ignore
    assert.equal(statedOf('observation.place.usage.recent.costUsd'), 'computed')
    assert.equal(statedOf('event.principal.id'), 'free')
    assert.equal(statedOf('conversation.unheardOf'), null)
  })
})
