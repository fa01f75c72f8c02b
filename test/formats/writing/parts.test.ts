import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Omissions, type FilePart, type WrittenEntry } from '../../../src/formats/writing/omissions.ts'
import { partsOf } from '../../../src/formats/writing/parts.ts'
import { fakeOf } from '../../support/fakes.ts'

const text = Buffer.from('# Plan\n\nfirst', 'utf8').toString('base64')
const id = 'f'.repeat(64)
const entry = (mediaType: string, more: object = {}): WrittenEntry =>
  fakeOf<WrittenEntry>('written entry', {
    ...{ id: 'm', nodeId: 'n', role: 'USER', answerId: null, observedAt: '', model: null, synthetic: false },
    blocks: [
      { type: 'text', text: 'Read this.' },
      { type: 'attachment', attachmentId: id },
    ],
    isSummary: false,
    files: new Map([[id, { mediaType, fileName: 'plan.md', byteSize: 13, uri: null, base64: text, ...more }]]),
  })

const written = (writtenEntry: WrittenEntry, takes: (file: FilePart) => boolean = () => false) => {
  const omissions = new Omissions()
  const [, part] = partsOf(writtenEntry, takes, omissions)
  return { part, leftOut: omissions.counts() }
}

describe('a file that a message cannot carry', () => {
  for (const mediaType of ['text/plain', 'text/markdown', 'text/csv; charset=utf-8'])
    it(`is there as its text where it is ${mediaType}, and nothing is left out`, () => {
      const { part, leftOut } = written(entry(mediaType))
      const type = mediaType.split(';')[0]
      assert.deepEqual(part, { kind: 'text', text: `\n\n[attachment "plan.md" (${type})]\n# Plan\n\nfirst\n` })
      assert.deepEqual(leftOut, new Omissions().counts())
    })

  it('is named where it is no text, or its text lies elsewhere, and counts as left out', () => {
    for (const [one, named] of [
      [entry('application/zip'), '[attachment "plan.md" (application/zip, 13 bytes) is not shown]'],
      [
        entry('text/plain', { base64: null, uri: 'https://example.com/plan.md', byteSize: null }),
        '[attachment "plan.md" (text/plain, https://example.com/plan.md) is not shown]',
      ],
    ] as const)
      assert.deepEqual(written(one).part, { kind: 'text', text: named })
    assert.notDeepEqual(written(entry('application/zip')).leftOut, new Omissions().counts())
  })

  it('is carried as a file where the message can carry it', () => {
    const { part } = written(entry('text/markdown'), () => true)
    assert.deepEqual(part, { kind: 'file', mediaType: 'text/markdown', name: 'plan.md', source: { base64: text } })
  })
})
