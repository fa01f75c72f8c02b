import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  artifactKey,
  artifactsIn,
  joinBlocks,
  judged,
  marksInsight,
  mismatch,
  union,
  type Artifact,
  type EvidenceInput,
} from '../../../src/domain/records/merge.ts'
import { contentHash, pathHash, sha256 } from '../../../src/domain/tree/pathHash.ts'

const plain = { noNullPrototype: true } as const
const artifact: fc.Arbitrary<Artifact> = fc.record(
  {
    attachmentId: fc.constantFrom('a', 'b', 'c').map(sha256),
    fileName: fc.constantFrom(null, 'x.txt'),
    kind: fc.constantFrom('log', 'report'),
    environment: fc.constantFrom(null, 'ci'),
  },
  plain,
)
const inputs: fc.Arbitrary<EvidenceInput[]> = fc
  .array(fc.array(artifact, { maxLength: 4 }), { minLength: 1, maxLength: 6 })
  .map((lists) => lists.map((artifacts, i) => ({ conversationId: `c${i}`, artifacts })))
const shuffled = inputs.chain((given) =>
  fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length }), fc.array(artifact)),
)

describe('a merge', () => {
  it('has the same path hash whatever the order of its inputs, and another one for other inputs', () => {
    const hashes = fc.uniqueArray(fc.string().map(sha256), { minLength: 2, maxLength: 6 })
    const orders = hashes.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    fc.assert(
      fc.property(orders, fc.option(fc.string().map(sha256)), ([all, other], parent) => {
        const content = sha256('content')
        assert.equal(pathHash(parent, content, other), pathHash(parent, content, all))
        assert.notEqual(pathHash(parent, content, all.slice(1)), pathHash(parent, content, all))
        assert.notEqual(pathHash(parent, content, all), pathHash(parent, content))
      }),
    )
  })

  it('comes to the same verdict, artifacts and content hash whatever the order of its inputs', () => {
    fc.assert(
      fc.property(shuffled, ([given, other, good]) => {
        const survivors = new Set(good.map(artifactKey))
        const all = union(given.map(({ artifacts }) => artifacts))
        const judgements = new Map(
          all.map((one) => {
            const survives = survivors.has(artifactKey(one))
            return [artifactKey(one), { survives, reason: survives ? null : 'no' }]
          }),
        )
        const [one, two] = [judged(given, judgements), judged(other, judgements)]
        const unordered = (found: typeof one) => ({
          ...found,
          refuted: new Set(found.refuted),
          undecided: new Set(found.undecided),
        })
        assert.deepEqual(unordered(one), unordered(two))
        const hash = ({ artifacts }: typeof one) =>
          contentHash({
            kind: 'JOIN',
            role: null,
            senderId: null,
            senderKind: null,
            blocks: joinBlocks(artifacts),
            marker: null,
            salt: null,
          })
        assert.equal(hash(one), hash(two))
        assert.deepEqual(artifactsIn(joinBlocks(one.artifacts)), one.artifacts)
        const isEmpty = ({ artifacts }: EvidenceInput) => artifacts.length === 0
        const isRefuted = ({ artifacts }: EvidenceInput) =>
          artifacts.length > 0 && !artifacts.some((each) => survivors.has(artifactKey(each)))
        assert.deepEqual(
          one.undecided,
          given.filter(isEmpty).map(({ conversationId }) => conversationId),
        )
        assert.deepEqual(
          one.refuted.map(({ conversationId }) => conversationId),
          given.filter(isRefuted).map(({ conversationId }) => conversationId),
        )
        const wanted = given.every(isEmpty)
          ? 'UNDECIDED'
          : given.some((each) => !isEmpty(each) && !isRefuted(each))
            ? 'SURVIVES'
            : 'REFUTED'
        assert.equal(one.verdict, wanted)
        assert.equal(mismatch(given) === null, new Set(all.map(({ environment }) => environment)).size <= 1)
      }),
    )
  })

  it('tells three reasons of a refuted input, and how many more there are', () => {
    const artifacts = [1, 2, 3, 4, 5].map((n) => ({
      attachmentId: sha256(String(n)),
      fileName: `${n}.txt`,
      kind: 'log',
      environment: null,
    }))
    const judgements = new Map(artifacts.map((one) => [artifactKey(one), { survives: false, reason: 'bad.' }]))
    const { refuted } = judged([{ conversationId: 'c', artifacts }], judgements)
    assert.equal(refuted[0]?.reason, 'No artifact survived. 1.txt: bad. 2.txt: bad. 3.txt: bad. And 2 more.')
  })

  it('takes for an insight what says so, itself or in its metadata', () => {
    const marked = [{ insight: true }, { metadata: { insight: true } }]
    const not = [{ insight: 'true' }, { metadata: 'insight' }, {}, null, [], 'insight', undefined, { insight: false }]
    assert.deepEqual([...marked, ...not].map(marksInsight), [true, true, ...not.map(() => false)])
  })
})
