import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { urlOf } from '../../../src/adapters/turns/dataUrls.ts'
import { dataUrlOf } from '../../../src/adapters/turns/hashedBytes.ts'

describe('a URL with its bytes and their hash', () => {
  it('is known by the SHA-256 of the bytes alone, whatever stands before them', () => {
    // The hash of "hi", as `printf hi | sha256sum` prints it.
    const id = '8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4'
    assert.equal(dataUrlOf('data:text/plain;base64,aGk=')?.id, id)
    assert.equal(dataUrlOf('data:image/png;base64,aGk=')?.id, id)
  })

  it('is null where it holds no bytes that come back', () => {
    for (const url of ['https://a', 'data:,hi', 'data:;base64,', 'data:;base64,aGk']) assert.equal(dataUrlOf(url), null)
  })

  it('has the head, bytes and hash of whatever bytes it was made of', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const of = dataUrlOf(urlOf('data:;base64,', bytes))
        assert.deepEqual([...(of?.bytes ?? [])], [...bytes])
        assert.equal(of?.id, createHash('sha256').update(bytes).digest('hex'))
      }),
    )
  })
})
