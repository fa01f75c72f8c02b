import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exitCodeOf, outcomeOf, resultText } from '../../../src/domain/prompts/outcome.ts'
import type { Json } from '../../../src/domain/model.ts'

const outcome = (content: Json, isError = false) => outcomeOf({ type: 'toolResult', callId: 'a', content, isError })

describe('what a result says of its call', () => {
  it('is that it is done, that it failed, or that a person declined it', () => {
    assert.equal(outcome('ok'), 'DONE')
    assert.equal(outcome('no such file', true), 'FAILED')
    assert.equal(
      outcome([{ type: 'text', text: "The user doesn't want to proceed with this tool use." }], true),
      'DECLINED',
    )
    assert.equal(outcome('[Request interrupted by user for tool use]', true), 'DECLINED')
    assert.equal(outcome('exec command rejected by user'), 'DECLINED')
    assert.equal(outcome('The file says: user rejected', true), 'FAILED')
  })

  it('names an exit code in words, as a member or in what is around its output', () => {
    assert.equal(exitCodeOf('Exit code 2\nno'), 2)
    assert.equal(exitCodeOf('out\nProcess exited with code 1'), 1)
    assert.equal(exitCodeOf('{"output":"x","metadata":{"exit_code":127}}'), 127)
    assert.equal(exitCodeOf({ exitCode: 0 }), 0)
    assert.equal(exitCodeOf('fine'), null)
  })

  it('is shown as text, so much of it as is asked for', () => {
    assert.equal(resultText([{ type: 'text', text: 'a' }, { type: 'image' }, 'b']), 'a\n[image]\nb')
    assert.equal(resultText({ output: 'out' }), 'out')
    assert.equal(resultText({ a: 1 }), '{"a":1}')
    assert.equal(resultText('abcdef', 3), 'abc')
    assert.equal(resultText(null), '')
  })
})
