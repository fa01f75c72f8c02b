import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { depthsOf, endsOf, fitted } from '../../../src/domain/context/markerEnds.ts'
import { isSummaryPlace, summaryPlace } from '../../../src/domain/context/markers.ts'
import type { Hash, Marker, Span } from '../../../src/domain/model.ts'
import { canonicalJson, emptyPathHash, sha256 } from '../../../src/domain/tree/pathHash.ts'

const marker = (span: Span | null, keep: readonly Span[] = []): Marker => ({
  ...{ span, keep, summary: 's', cancels: null, targets: [], sidechains: null },
})
/** A path of six nodes. */
const hashes = new Map<number, Hash>([
  [-1, emptyPathHash],
  ...[0, 1, 2, 3, 4, 5].map((i) => [i, sha256(`${i}`)] as const),
])
const endsNow = (of: Marker) => canonicalJson(endsOf(of, { hashes, cancelled: null }))
const stretches: Span[] = []
for (let from = 0; from < 6; from++) for (let to = from - 1; to < 6; to++) stretches.push({ from, to })

describe('where the stretches of a marker lie', () => {
  it('is told by hashes, which are other ones for every other stretch', () => {
    const spans = [null, ...stretches].map((span) => endsNow(marker(span)))
    assert.equal(new Set(spans).size, spans.length)
    const some = stretches.filter((one) => !isSummaryPlace(one))
    const keeps = [[], [summaryPlace], ...some.flatMap((one) => [[one], [one, summaryPlace], [summaryPlace, one]])]
    const all = keeps.map((keep) => endsNow(marker({ from: 0, to: 5 }, keep)))
    assert.equal(new Set(all).size, all.length)
    for (const of of [...keeps, []].map((keep) => marker({ from: 2, to: 4 }, keep)))
      assert.ok(depthsOf(of).every((depth) => hashes.has(depth)))
  })

  it('is on the path, wherever a copy stands', () => {
    const { span, keep } = fitted(marker({ from: 1, to: 5 }, [summaryPlace, { from: 1, to: 4 }, { from: 4, to: 5 }]), 3)
    assert.deepEqual([span, keep], [{ from: 1, to: 3 }, [summaryPlace, { from: 1, to: 3 }]])
    assert.deepEqual(fitted(marker({ from: 4, to: 5 }), 1).span, { from: 2, to: 1 })
    assert.deepEqual(fitted(marker({ from: 0, to: -1 }), -1).span, { from: 0, to: -1 })
  })
})
