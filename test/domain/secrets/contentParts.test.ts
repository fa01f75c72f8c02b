import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contentParts } from '../../../src/domain/secrets/contentParts.ts'

it('the search for secrets is given each text of an observation with its place, and of JSON the names too', () => {
  const parts = contentParts({
    blocks: [
      { type: 'text', text: 'a' },
      { type: 'thinking', thinking: 'b', signature: 'sealed' },
      { type: 'toolCall', callId: '1', name: 'Bash', input: { env: { KEY: 'v\nw', list: ['x', { y: 1 }] }, on: true } },
      {
        type: 'toolResult',
        callId: '1',
        content: [{ type: 'text', text: 'out' }],
        isError: false,
        extra: { more: 'm' },
      },
      { type: 'attachment', attachmentId: 'f'.repeat(64), fileName: 'n' },
      { type: 'attachment', attachmentId: 'f'.repeat(64) },
      { type: 'other', value: 'bare' },
    ],
    marker: {
      ...{ span: null, keep: [], summary: 's', cancels: null, targets: [], sidechains: null },
    },
    fields: { f: ['1', '2'] },
    metadata: {},
  })
  assert.deepEqual(
    parts.map(({ place, block, text }) => [place, block, text]),
    [
      ['TEXT', 0, 'a'],
      ['THINKING', 1, 'b'],
      ['TOOL_INPUT', 2, 'KEY: v\nw\nlist: x\ny\non'],
      ['TOOL_RESULT', 3, 'type: text\ntext: out\nmore: m'],
      ['FILE_NAME', 4, 'n'],
      ['OTHER', 6, 'bare'],
      ['SUMMARY', null, 's'],
      ['FIELDS', null, 'f: 1\nf: 2'],
    ],
  )
})
