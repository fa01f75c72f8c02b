import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentsOf, resultText, turnLine } from '../../../src/domain/messages/turnLine.ts'
import type { Block } from '../../../src/domain/model.ts'

const call: Block = { type: 'toolCall', callId: 'k', name: 'bash', input: {} }
const result = (content: string, isError = false): Block => ({ type: 'toolResult', callId: 'k', content, isError })
const thought: Block = { type: 'thinking', thinking: 'Hm.' }
const line = (text: string, ...blocks: Block[]) => turnLine(contentsOf(text, blocks), 30)

describe('a turn on one line', () => {
  it('is its text, what it calls and what was answered', () => {
    assert.equal(line('I look', call), 'I look calls bash')
    assert.equal(line('', call, call), 'calls bash calls bash')
    assert.equal(line('', result('ok\nand more')), 'result: ok and more')
    assert.equal(line('', result('no', true)), 'failed: no')
  })

  it('says that there is a thought where there is nothing else', () => {
    assert.equal(line('', thought), '(thinking)')
    assert.equal(line('Yes', thought), 'Yes')
    assert.equal(line('', thought, call), 'calls bash')
    assert.equal(line(''), '')
  })

  it('has at most so many characters, and then a sign that it was cut', () => {
    assert.equal(line('😀'.repeat(31)), `${'😀'.repeat(30)}…`)
    assert.equal(line('x'.repeat(30)), 'x'.repeat(30))
  })
})

describe('a result as text', () => {
  it('is the text, or the texts of its parts, else its JSON', () => {
    assert.equal(resultText('ok'), 'ok')
    assert.equal(resultText([{ type: 'text', text: 'a' }, { type: 'image' }, null, 7, { text: 'b' }]), 'a\nb')
    assert.equal(resultText([{ type: 'image' }]), '[{"type":"image"}]')
    assert.equal(resultText({ text: 'a' }), '{"text":"a"}')
    assert.equal(resultText(0), '0')
  })

  it('is empty where there is none', () => {
    assert.deepEqual([resultText(null), resultText(undefined), resultText('')], ['', '', ''])
  })
})
