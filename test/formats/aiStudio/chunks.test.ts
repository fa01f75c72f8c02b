import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { chunkBlocks } from '../../../src/formats/aiStudio/chunks.ts'

const read = (chunk: JsonObject, at = 4) => chunkBlocks(chunk, at, 100)

describe('a chunk', () => {
  it('is its text or its thought, and has its other members beside', () => {
    assert.deepEqual(read({ role: 'user', text: 'né', tokenCount: 3 }), {
      blocks: [{ type: 'text', text: 'né' }],
      files: [],
      fields: { tokenCount: 3 },
    })
    assert.deepEqual(read({ text: 'hm', isThought: true }).blocks, [{ type: 'thinking', thinking: 'hm' }])
    assert.deepEqual(read({}), { blocks: [], files: [], fields: {} })
  })

  it('is what its parts say where it has no text', () => {
    assert.deepEqual(read({ parts: [{ text: 'a' }, 'b', { text: 'c' }] }).blocks, [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'c' },
    ])
  })

  it('has calls without an id by its place, which the chunk behind it answers', () => {
    const [call] = read({ functionCall: { name: 'look' } }, 4).blocks
    const [result] = read({ functionResponse: { response: { output: 'x' } } }, 5).blocks
    assert.deepEqual(
      [call?.type === 'toolCall' && call.callId, result?.type === 'toolResult' && result.callId],
      ['call-4', 'call-4'],
    )
    const [named] = read({ functionCall: { id: 'k', name: 'look' } }).blocks
    assert.equal(named?.type === 'toolCall' && named.callId, 'k')
  })

  it('names files in the drive of the person, in front of the rest', () => {
    const { blocks, files, fields } = read({ text: 'see', driveImage: { id: 'a/b', name: 'né.png' }, driveVideo: {} })
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['attachment', 'text'],
    )
    assert.deepEqual(
      files.map(({ fileName, holds }) => [fileName, holds]),
      [['né.png', { uri: 'urn:google-drive:a%2Fb' }]],
    )
    assert.deepEqual(fields, {})
  })

  it('has code that ran and what came of it as they came', () => {
    const code = { executableCode: { code: '1' }, codeExecutionResult: { output: '1' } }
    assert.deepEqual(read(code).blocks, [
      { type: 'other', value: { executableCode: code.executableCode } },
      { type: 'other', value: { codeExecutionResult: code.codeExecutionResult } },
    ])
  })
})
