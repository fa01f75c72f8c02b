import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc, { anyCodePoint } from '../../support/properties.ts'
import {
  anyDangling,
  appendedSources,
  danglingRoots,
  importStates,
  isAppended,
  isDangling,
  lineDigests,
  lineIdBuckets,
  lineIds,
  marksOfSource,
  recordedEntries,
  resumedSessions,
  spawnEnds,
} from '../../../src/domain/records/importMarks.ts'
import { isFit } from '../../../src/domain/ids.ts'

describe('a mark of importers', () => {
  it('says again what was put into it, and nothing where there is none', () => {
    const mark = danglingRoots.mark([{ conversationId: 'c', root: 'r' }], 'p')
    assert.equal(mark.name, danglingRoots.nameOf('p'))
    assert.deepEqual(danglingRoots.read(mark), [{ conversationId: 'c', root: 'r' }])
    assert.deepEqual([danglingRoots.read(null), danglingRoots.read(undefined)], [null, null])
  })

  it('has a name of its own for each thing, which every store keeps as it is', () => {
    const id = fc.string({ unit: anyCodePoint, maxLength: 8 })
    fc.assert(
      fc.property(id, id, (a, b) => {
        for (const kind of [danglingRoots, spawnEnds, resumedSessions]) {
          assert.ok(isFit(kind.nameOf(a)))
          if (isFit(a) && isFit(b)) assert.equal(kind.nameOf(a) === kind.nameOf(b), a === b)
        }
        assert.ok(isFit(recordedEntries.nameOf('c', a)))
      }),
    )
    assert.notEqual(recordedEntries.nameOf('a:b', 'c'), recordedEntries.nameOf('a', 'b:c'))
  })

  it('of a dangling root is told from that which says that there are any', () => {
    assert.ok(isDangling({ name: danglingRoots.nameOf('p') }))
    assert.ok(!isDangling({ name: anyDangling.nameOf() }))
    assert.ok(!isDangling({ name: importStates.nameOf('c') }))
  })
})

describe('a source', () => {
  it('grows by pieces where it is a format and a name, and is a file where it ends with a digest', () => {
    for (const source of ['CLAUDE_CODE:session', 'CODEX:a-1']) assert.ok(isAppended(source), source)
    for (const source of [`CODEX:${'a'.repeat(32)}`, 'codex:a', 'CODEX', 'CODEX:', 'CODEX:A', 'CODEX:1', 'CODEX:a:b'])
      assert.ok(!isAppended(source), source)
    assert.ok(isAppended(`CODEX:${'a'.repeat(31)}`))
  })

  it('that is a file has one mark; one that grows has its end and its ids in buckets besides', () => {
    const file = `CODEX:${'0'.repeat(32)}`
    assert.deepEqual(marksOfSource('c', file), [lineDigests.nameOf('c', file)])
    const marks = marksOfSource('c', 'CODEX:a')
    assert.equal(new Set(marks).size, lineIdBuckets.length + 2)
    for (const name of [
      lineDigests.nameOf('c', 'CODEX:a'),
      appendedSources.nameOf('c', 'CODEX:a'),
      lineIds.nameOf('c', 'CODEX:a', '63'),
    ])
      // prettier-ignore
      assert.ok(marks.includes(name), name)
  })
})
