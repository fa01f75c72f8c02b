import assert from 'node:assert/strict'
import { it } from 'node:test'
import { named, withFileNames } from '../../../src/app/attachments/fileNames.ts'
import type { Block } from '../../../src/domain/model.ts'
import { fakeScope } from '../../support/fakes.ts'

const attachment = (attachmentId: string, fileName?: string | null): Block => ({
  type: 'attachment',
  attachmentId,
  ...(fileName !== undefined && { fileName }),
})
const text: Block = { type: 'text', text: 'Hi' }

it('what is embedded without a name has the one that it was last sent with, where there is one', async () => {
  const names: Record<string, string | null> = { a: 'a.md', b: null }
  const reads = {
    attachment: (id: string) => Promise.resolve(Object.hasOwn(names, id) ? { id, fileName: names[id] } : null),
  }
  const scope = fakeScope({ reads })
  const blocks = [
    text,
    attachment('a'),
    attachment('a', null),
    attachment('a', 'own.md'),
    attachment('b'),
    attachment('c'),
  ]
  const expected = [text, attachment('a', 'a.md'), attachment('a', 'a.md'), ...blocks.slice(3)]
  assert.deepEqual(await withFileNames(scope, blocks), expected)
  assert.deepEqual(await withFileNames(scope, []), [])
})

it('a block that embeds nothing, or has a name, stays the same', () => {
  for (const block of [text, attachment('a', 'own.md')])
    assert.equal(
      named(block, () => 'other.md'),
      block,
    )
  const nameless = attachment('a')
  assert.equal(
    named(nameless, () => undefined),
    nameless,
  )
})
