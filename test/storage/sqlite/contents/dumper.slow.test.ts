import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentKinds } from '../../../../src/domain/contents.ts'
import { dumperOn } from '../../../../src/storage/sqlite/contents/dumper.ts'
import { connect } from '../../../../src/storage/sqlite/connection/connection.ts'
import { converse, store, textBlock } from '../../../support/tree/acts.ts'
import { createWorld } from '../../../support/world.ts'
import { newPath } from '../folder.ts'
import { applied, memory, tenantIn } from '../memory.ts'

function worldOf(name: string, texts: readonly string[]) {
  const world = createWorld({ seed: name.length })
  converse(world, name)
  for (const text of texts) store(world, name, { blocks: [textBlock(text)] })
  return world
}

/** Every answer to requests for the rows of a tenant, until there are no more. */
function answersOf(connection: ReturnType<typeof connect>, tenant: string, between: () => void = () => undefined) {
  const ask = dumperOn(connection)
  const answers: { readonly kind: string; readonly count: number }[] = []
  for (;;) {
    const [answer] = ask([{ tenants: [tenant] }])
    assert.ok(answer && 'value' in answer)
    if (answer.value === null) return answers
    answers.push({ kind: answer.value.kind, count: answer.value.rows.length })
    between()
  }
}

describe('the rows of a tenant, asked for part by part', () => {
  it('are all of it, kind after kind, and none of another tenant', () => {
    const connection = memory()
    applied(connection, tenantIn(connection, 'mine'), worldOf('trip', ['a', 'b']).changes)
    applied(connection, tenantIn(connection, 'theirs'), worldOf('other', ['c']).changes)
    const answers = answersOf(connection, 'mine')
    assert.deepEqual(answers, [
      { kind: 'conversation', count: 1 },
      { kind: 'message', count: 2 },
      { kind: 'observation', count: 2 },
      { kind: 'event', count: 3 },
    ])
    const places = answers.map(({ kind }) => contentKinds.indexOf(kind as (typeof contentKinds)[number]))
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    )
  })

  it('are none of a tenant that is not there', () => {
    assert.deepEqual(answersOf(memory(), 'nobody'), [])
  })

  it('come in answers of a limited size, one kind each', () => {
    const connection = memory()
    applied(
      connection,
      tenantIn(connection, 'mine'),
      worldOf('trip', Array<string>(5).fill('x'.repeat(1_500_000))).changes,
    )
    const observations = answersOf(connection, 'mine').filter(({ kind }) => kind === 'observation')
    assert.deepEqual(
      observations.map(({ count }) => count),
      [3, 2],
    )
  })

  it('are as of the moment of the first, whatever is written meanwhile', () => {
    const path = newPath()
    const writer = memory(path)
    const tenant = tenantIn(writer, 'mine')
    const [first, ...rest] = worldOf('trip', ['a', 'b']).changes
    assert.ok(first)
    applied(writer, tenant, [first])
    const reader = connect(path, 'reader')
    let left = rest
    const answers = answersOf(reader, 'mine', () => {
      applied(writer, tenant, left)
      left = []
    })
    reader.close()
    assert.deepEqual(answers, [
      { kind: 'conversation', count: 1 },
      { kind: 'event', count: 1 },
    ])
    assert.equal(answersOf(writer, 'mine').length, 4)
  })
})
