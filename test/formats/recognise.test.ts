import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formats } from '../../src/formats/index.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import { candidates } from '../../src/formats/recognise.ts'
import { sampleOf } from '../../src/formats/reading/sample.ts'
import { formatOfFolder, noSharedFiles, realFiles } from '../support/sharedFiles.ts'

describe('the format of a file', { skip: noSharedFiles }, () => {
  for (const { name, folder, bytes } of realFiles()) {
    const expected = formatOfFolder[folder] ?? ''
    if (!formats.some((format) => format.name === expected)) continue
    it(`is ${expected} for ${name}, whatever it is called`, async () => {
      for (const fileName of [null, 'full.jsonl', name]) {
        const found = await candidates(bytesSource(fileName, bytes), null, formats)
        assert.deepEqual(found.map((format) => format.name), [expected]) // prettier-ignore
      }
    })
    it(`is ${expected} for ${name} also where it is cut off`, async () => {
      const sample = await sampleOf(bytesSource(null, bytes.subarray(0, Math.ceil(bytes.length * 0.7))))
      const found = formats.filter(({ recognises }) => recognises?.(sample))
      assert.deepEqual(found.map((format) => format.name), [expected]) // prettier-ignore
    })
  }
})
