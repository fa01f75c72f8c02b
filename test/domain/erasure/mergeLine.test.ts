import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mergeStructure, namesArtifact } from '../../../src/domain/erasure/mergeLine.ts'

const details = {
  ...{ strategy: 'EVIDENCE', reviewer: 'Ann', gate: { command: 'words' }, verdict: 'REFUTED', joinId: null },
  inputs: [{ conversationId: 'a', observationId: 'o', pathHash: 'p' }],
  refuted: [{ conversationId: 'a', reason: 'secret.txt: it is not good.' }],
  artifacts: [
    {
      attachmentId: 'x',
      fileName: 'secret.txt',
      kind: 'report',
      environment: null,
      survives: false,
      reason: 'secret',
      from: ['a'],
    },
  ],
  together: { survives: false, reason: 'secret', earlier: [{ attachmentId: 'y', fileName: 'secret.txt' }] },
  undecided: ['b'],
}

describe('what is left of the line of a merge', () => {
  it('is what was merged and refuted: no name of a file, no reason, and nobody', () => {
    assert.deepEqual(mergeStructure(details), {
      ...{ strategy: 'EVIDENCE', verdict: 'REFUTED', joinId: null, undecided: ['b'], inputs: details.inputs },
      refuted: [{ conversationId: 'a', reason: '' }],
      artifacts: [{ attachmentId: 'x', from: ['a'] }],
    })
    assert.deepEqual(mergeStructure(mergeStructure(details)), mergeStructure(details))
  })

  it('is asked for by the attachments that it judged', () => {
    assert.deepEqual([namesArtifact(details, new Set(['x'])), namesArtifact(details, new Set(['z']))], [true, false])
    assert.deepEqual(
      [namesArtifact({ artifacts: 'x' }, new Set(['x'])), namesArtifact({}, new Set(['x']))],
      [false, false],
    )
  })
})
