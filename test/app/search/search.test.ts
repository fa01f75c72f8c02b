import assert from 'node:assert/strict'
import { it } from 'node:test'
import { search } from '../../../src/app/search/search.ts'
import { storeTurn } from '../../../src/app/turns/storeTurn.ts'
import { onEveryStore } from '../../support/scopes.ts'

await onEveryStore('search', (on) => {
  it('finds what was just stored', async () => {
    const scope = on.scope()
    await storeTurn(scope, {
      conversationId: 'c',
      turnId: 't',
      role: 'USER',
      blocks: [{ type: 'text', text: 'the quick brown fox' }],
    })
    const page = await search(on.scope(), 'quick', null, {})
    assert.deepEqual(
      page.items.map(({ item }) => item.snippet),
      ['the quick brown fox'],
    )
    assert.equal(page.behind, 0)
    assert.equal(await page.totalCount(), 1)
  })
})
