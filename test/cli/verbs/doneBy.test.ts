import assert from 'node:assert/strict'
import { it } from 'node:test'
import { doneBy } from '../../../src/cli/verbs/doneBy.ts'

const words = (kind: 'UPDATE' | 'STORE' | 'FORK' | 'IMPORT', details: object | null) => {
  const { word, facts } = doneBy({ kind, details })
  return [word, ...facts].join(' ')
}

it('an update is called by what it changed', () => {
  assert.deepEqual(
    [
      words('UPDATE', { title: 'Colours' }),
      words('UPDATE', { title: '' }),
      words('UPDATE', { metadata: { archived: true } }),
      words('UPDATE', { metadata: { archived: false } }),
      words('UPDATE', { metadata: { pinned: true } }),
      words('UPDATE', { resumed: { agent: 'pi', sessionId: 'x' } }),
      words('UPDATE', { metadata: { reread: true } }),
      words('UPDATE', { metadata: { colour: 'red', archived: 'yes' } }),
      words('UPDATE', null),
      words('STORE', { title: 'no' }),
    ],
    [
      'RENAME to "Colours"',
      'RENAME its own title again',
      'ARCHIVE',
      'UNARCHIVE',
      'PIN',
      'RESUME in pi',
      'REREAD',
      'UPDATE',
      'UPDATE',
      'STORE',
    ],
  )
})

it('a fork names the other conversation, an import its file', () => {
  assert.deepEqual(
    [
      words('FORK', { source: 'a', completedRuns: 2 }),
      words('FORK', { fork: 'b' }),
      words('IMPORT', { fileName: 'a.jsonl', added: 3 }),
      words('IMPORT', {}),
    ],
    ['FORK of a', 'FORK made b', 'IMPORT from a.jsonl', 'IMPORT'],
  )
})
