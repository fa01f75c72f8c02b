import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentWords, scopeWords, type Searched } from '../../../src/domain/search/searchDocument.ts'
import { tenantNamed, type Tenant } from '../../../src/domain/access/tenant.ts'
import { unplaced } from '../../support/tree/drawing.ts'

const [mine, yours] = [tenantNamed('mine') as Tenant, tenantNamed('yours') as Tenant]
const at = '2026-03-01T00:00:00.000000000Z'
const searched = (more: Partial<Searched> = {}): Searched => ({
  ...unplaced('o', { blocks: [{ type: 'text', text: 'Mend the nest' }] }),
  ingestedAt: at,
  segmentId: 's',
  ...more,
})
const words = (more: Partial<Searched> = {}) => documentWords(mine, searched(more)) ?? []
const scope = (more: Partial<Searched> = {}) => words(more).filter((word) => word.startsWith('§'))

describe('the words of a document', () => {
  it('are those of its text, and of where it belongs', () => {
    assert.deepEqual(
      words()
        .filter((word) => !word.startsWith('§'))
        .sort(),
      ['mend', 'nest', 'the'],
    )
    const where = [
      scopeWords.tenant(mine),
      '§m202603',
      scopeWords.conversation(mine, 'c'),
      scopeWords.segment(mine, 's'),
      '§ruser',
    ]
    assert.deepEqual(scope().sort(), where.sort())
  })

  it('say that it is a copy, and that it has to do with tools', () => {
    assert.ok(scope({ copyOf: 'x' }).includes('§copy'))
    const blocks = [{ type: 'toolCall', callId: 'k', name: 'read', input: {} }] as const
    assert.ok(scope({ blocks }).includes('§tools'))
    assert.ok(!scope().includes('§copy') && !scope().includes('§tools'))
    assert.ok(!scope({ role: null, segmentId: null }).some((word) => word.startsWith('§r') || word.startsWith('§s')))
  })

  it('of a correction are of no conversation: it is found with its message', () => {
    assert.deepEqual(scope({ kind: 'CORRECTION' }).sort(), [scopeWords.tenant(mine), '§m202603', '§correction'].sort())
  })

  it('are none where nothing is searched', () => {
    assert.equal(documentWords(mine, searched({ blocks: [] })), null)
    for (const kind of ['RESTATEMENT', 'DELETION', 'RESTORATION', 'FACT'] as const)
      assert.equal(documentWords(mine, searched({ kind })), null)
  })
})

it('the words of scopes are of one tenant, and of one thing each, whatever is in an id', () => {
  const all = [mine, yours].flatMap((tenant) => [
    scopeWords.tenant(tenant),
    ...['a', 'b', 'a b', '§ca'].flatMap((id) => [scopeWords.conversation(tenant, id), scopeWords.segment(tenant, id)]),
  ])
  assert.equal(new Set(all).size, 18)
  for (const word of all) assert.match(word, /^§[tcs][0-9a-f]{16}$/)
})
