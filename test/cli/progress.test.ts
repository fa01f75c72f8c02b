import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { progressOf } from '../../src/cli/progress.ts'
import { collector } from './support.ts'

const files = [
  { path: 'a/one.jsonl', bytes: 100 },
  { path: 'a/two.jsonl', bytes: 300 },
]

describe('the progress of an import', () => {
  it('is a bar over all files on a terminal', () => {
    const { stream, text } = collector()
    const progress = progressOf(Object.assign(stream, { isTTY: true }), files)
    for (const file of files) {
      progress.begin(file)
      progress.at(file.bytes)
      progress.pause()
    }
    progress.stop()
    assert.match(text(), /0 % {2}one\.jsonl/)
    assert.match(text(), /25 % {2}two\.jsonl/)
  })

  it('is silent where nobody watches', () => {
    const { stream, text } = collector()
    const progress = progressOf(stream, files)
    progress.begin(files[0]!)
    progress.at(50)
    progress.stop()
    assert.equal(text(), '')
  })
})
