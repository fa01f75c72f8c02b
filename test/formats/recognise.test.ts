import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formats } from '../../src/formats/index.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import { candidates } from '../../src/formats/recognise.ts'
import { sampleOf } from '../../src/formats/reading/sample.ts'
import { formatOfFolder, noSharedFiles, realFiles } from '../support/sharedFiles.ts'

/** Two formats could read it: the one that stands first in the list does, for its marks are the surer ones. */
const alsoLike: Readonly<Record<string, readonly string[]>> = { 'open-webui': ['OPENAI'] }

describe('the format of a file', { skip: noSharedFiles }, () => {
  for (const { name, folder, bytes } of realFiles()) {
    const expected = formatOfFolder[folder] ?? ''
    if (!formats.some((format) => format.name === expected)) continue
    it(`is ${expected} for ${name}, whatever it is called`, async () => {
      for (const fileName of [null, 'full.jsonl', name]) {
        const found = await candidates(bytesSource(fileName, bytes), null, formats)
        assert.equal(found[0]?.name, expected)
        assert.deepEqual(found.slice(1).map((format) => format.name), alsoLike[folder] ?? []) // prettier-ignore
      }
    })
    it(`is ${expected} for ${name} also where it is cut off`, async () => {
      const sample = await sampleOf(bytesSource(null, bytes.subarray(0, Math.ceil(bytes.length * 0.7))))
      const found = formats.filter(({ recognises }) => recognises?.(sample))
      assert.equal(found[0]?.name, expected)
    })
  }
})
