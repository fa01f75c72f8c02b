import assert from 'node:assert/strict'
import { it } from 'node:test'
import { idOfPart } from '../../src/runtime/idInPath.ts'
import { addressOf } from '../../src/client/server.ts'

it('an id in an address stays where it is put, whatever it is', () => {
  const base = 'http://host/below/'
  for (const id of ['.', '..', '~', '~..', '~~.', '~a', 'a/b', '../x', '%2e%2e', 'a?b#c', 'ü', '...', 'a b', '']) {
    const { origin, pathname, searchParams } = new URL(addressOf('export', id, { format: 'NDJSON', part: null }), base)
    const inPath = idOfPart(decodeURIComponent(pathname.slice('/below/export/'.length)))
    assert.deepEqual([origin, pathname.startsWith('/below/export/'), inPath], ['http://host', true, id])
    assert.deepEqual([searchParams.get('format'), searchParams.has('part')], ['NDJSON', false])
  }
})
