import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refusalOf } from '../../../src/adapters/mcp/refusal.ts'
import { codeFrom } from '../../../src/client/failureCodes.ts'
import { TurngraphError } from '../../../src/client/turngraphError.ts'

function textsOf(thrown: unknown): string[] {
  const { isError, content } = refusalOf(thrown)
  assert.equal(isError, true)
  return content.map((block) => (block.type === 'text' ? block.text : assert.fail(block.type)))
}

describe('a refusal as the result of a tool', () => {
  it('says the code, why, and what an agent can do, and has the facts as JSON', () => {
    const [text, facts] = textsOf(
      new TurngraphError('HEAD_MOVED', 'The head is b.', { headId: 'b' }, ['input', 'head']),
    )
    assert.match(text ?? '', /^HEAD_MOVED: The head is b\. What to do: Read get_transcript/)
    assert.deepEqual(JSON.parse(facts ?? ''), {
      code: 'HEAD_MOVED',
      details: { headId: 'b' },
      field: ['input', 'head'],
    })
  })

  it('advises to tell the user where no more can be done, also of codes that every object has as members', () => {
    for (const code of ['NEW_CODE', 'constructor', '']) {
      const [text] = textsOf(new TurngraphError(codeFrom(code), 'No.'))
      assert.equal(text, `${code}: No. What to do: Tell the user, and go on without it.`)
    }
  })

  it('lets nothing of a fault out but that it was one', () => {
    for (const fault of [
      new Error('/secret/path'),
      'secret',
      null,
      undefined,
      { code: 'NOT_FOUND', message: 'secret' },
    ]) {
      const texts = textsOf(fault)
      assert.match(texts[0] ?? '', /^INTERNAL: Internal error\./)
      assert.deepEqual(JSON.parse(texts[1] ?? ''), { code: 'INTERNAL', details: null, field: null })
      assert.doesNotMatch(texts.join(), /secret/)
    }
  })
})
