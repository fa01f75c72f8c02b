import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { blocksText, entryText } from '../../../src/cli/show/showBlocks.ts'
import type { ShownBlock, ShownEntry } from '../../../src/cli/show/things.ts'
import { fakeOf } from '../../support/fakes.ts'

const text = (value: string) => ({ __typename: 'TextBlock', text: value }) as ShownBlock
const attached = (byteSize: number | null, fileName: string | null) =>
  ({
    ...{ __typename: 'AttachmentBlock', fileName, attachment: { id: 'a1', mediaType: 'image/png', byteSize } },
  }) as ShownBlock
const entry = (content: readonly ShownBlock[], more: object = {}) =>
  entryText(
    fakeOf<ShownEntry>('shown entry', {
      ...{ role: 'USER', deleted: false, message: { id: 'trip:u1' }, content },
      observation: { id: 'o1', turn: 3, observedAt: '2026-01-31T12:34:56.789Z' },
      ...more,
    }),
  )

describe('what a turn says', () => {
  it('is each of its blocks, indented under one heading; nothing where it has none', () => {
    const blocks = [
      text('one\ntwo'),
      { __typename: 'ThinkingBlock', thinking: 'hm' },
      { __typename: 'ToolCallBlock', name: 'Read', input: { path: 'é' } },
      { __typename: 'ToolResultBlock', isError: false, result: [{ type: 'text', text: 'done' }] },
      { __typename: 'ToolResultBlock', isError: true, result: 'gone' },
      { __typename: 'OtherBlock', value: { kind: 'x' } },
    ] as ShownBlock[]
    assert.equal(
      blocksText(blocks),
      'content\n  one\n  two\n  (thinking) hm\n  → Read {"path":"é"}\n  ← done\n  ← error gone\n  {"kind":"x"}\n',
    )
    assert.equal(blocksText([]), '')
  })

  it('names an attachment by its file, type, size and id, as far as these are known', () => {
    assert.equal(blocksText([attached(2_500, 'map.png')]), 'content\n  [map.png: image/png, 2.5 KB, a1]\n')
    assert.equal(blocksText([attached(null, null)]), 'content\n  [attachment: image/png, a1]\n')
    assert.match(blocksText([attached(0, null)]), /image\/png, 0 bytes, a1/)
  })
})

describe('a turn of a transcript', () => {
  it('is its number, who speaks, when, its message, and how it begins', () => {
    assert.equal(entry([text('Hello')]), '● 3  USER  2026-01-31 12:34  trip:u1\n  Hello\n')
  })

  it('goes by the id of its observation where it has no message, and has no number where it has none', () => {
    const observation = { id: 'o1', turn: null, observedAt: '2026-01-31T12:34:56Z' }
    assert.equal(entry([], { message: null, observation }), '● USER  2026-01-31 12:34  o1\n')
  })

  it('ends after a thousand characters, and is whole up to there', () => {
    assert.equal(entry([text('x'.repeat(1000))]).split('\n')[1], `  ${'x'.repeat(1000)}`)
    assert.equal(entry([text('x'.repeat(1001))]).split('\n')[1], `  ${'x'.repeat(1000)}…`)
  })

  it('shows of a deleted turn that it is', () => {
    assert.match(entry([text('secret')], { deleted: true }), /\n {2}\(deleted\)\n$/)
  })
})
