import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { detachFiles } from '../../../../src/adapters/proxy/record/files.ts'
import type { Block, Json } from '../../../../src/domain/model.ts'

const other = (value: Json): Block => ({ type: 'other', value })
const data = Buffer.from('hi').toString('base64')
const id = createHash('sha256').update('hi').digest('hex')
const image = (more = {}) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data, ...more } })
const filesOf = (value: Json) => detachFiles([other(value)]).attachments

describe('the files in the blocks of a turn', () => {
  it('are none in texts and other content, which stay as they are', () => {
    const blocks: Block[] = [
      { type: 'text', text: data },
      other({ type: 'image', source: { type: 'url', url: 'u' } }),
      { type: 'toolResult', callId: 'k', content: data, isError: false },
    ]
    assert.deepEqual(detachFiles(blocks), { blocks, attachments: [] })
    assert.deepEqual(detachFiles([]), { blocks: [], attachments: [] })
  })

  it('are attachments in the form of any of the three APIs', () => {
    const png = { base64: data, mediaType: 'image/png' }
    assert.deepEqual(filesOf(image()), [png])
    assert.deepEqual(filesOf({ ...image(), title: 'né.png' }), [{ ...png, name: 'né.png' }])
    assert.deepEqual(filesOf({ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }), [png])
    assert.deepEqual(filesOf({ type: 'input_image', image_url: `data:image/png;base64,${data}` }), [png])
    const pdf = { filename: 'a.pdf', file_data: `data:application/pdf;base64,${data}` }
    const expected = [{ base64: data, mediaType: 'application/pdf', name: 'a.pdf' }]
    assert.deepEqual(filesOf({ type: 'file', file: pdf }), expected)
    assert.deepEqual(filesOf({ type: 'input_file', ...pdf }), expected)
    const audio = { type: 'input_audio', input_audio: { data, format: 'mp3' } }
    assert.deepEqual(filesOf(audio), [{ base64: data, mediaType: 'audio/mp3' }])
  })

  it('are taken out of the turn, and named by their hash in the result of a tool', () => {
    const words = { type: 'text', text: 'see' }
    const { blocks, attachments } = detachFiles([
      other(image()),
      { type: 'text', text: 'a' },
      { type: 'toolResult', callId: 'k', content: [words, image()], isError: true },
    ])
    assert.deepEqual(blocks, [
      { type: 'text', text: 'a' },
      { type: 'toolResult', callId: 'k', content: [words, { type: 'image', attachmentId: id }], isError: true },
    ])
    assert.equal(attachments.length, 2)
  })

  it('stay where their base64 is none that every encoder writes', () => {
    for (const bad of ['', 'aGk', 'aGk=\n', 'a-_=', 7]) assert.deepEqual(filesOf(image({ data: bad })), [], String(bad))
  })

  it('have no name that is a path or turns the direction of text, and no type that is none', () => {
    for (const title of ['../a', 'a\\b', '..', ' ', 'a\u202eb', 'a\n', 'a'.repeat(201)])
      assert.deepEqual(filesOf({ ...image(), title }), [{ base64: data, mediaType: 'image/png' }], title)
    assert.deepEqual(filesOf(image({ media_type: 'image/png; x' })), [{ base64: data, mediaType: null }])
  })
})
