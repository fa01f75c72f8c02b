import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Instant } from '../../../src/domain/model.ts'
import { isOfClaude, lineId, milliseconds } from '../../../src/formats/sessions/session.ts'

const session = (id: string) => ({ id, cwd: '/', startedAt: '2026-01-01T00:00:00Z' as Instant })

describe('a session that is written for an agent', () => {
  it('has instants with milliseconds', () => {
    assert.equal(milliseconds('2026-01-01T00:00:00Z'), '2026-01-01T00:00:00.000Z')
    assert.equal(milliseconds('2026-01-01T00:00:00.123456Z'), '2026-01-01T00:00:00.123Z')
  })

  it('has the same id for a line whenever it is written, and another one for each line and session', () => {
    assert.equal(lineId(session('a'), 1), lineId({ ...session('a'), cwd: '/other' }, 1))
    const ids = ['a', 'b'].flatMap((id) => [1, 2, 11].map((number) => lineId(session(id), number)))
    assert.equal(new Set(ids).size, 6)
    assert.ok(ids.every((id) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)))
  })

  it('has answers of Anthropic by the name of their model', () => {
    assert.deepEqual(
      ['claude-opus-4', 'anthropic/Claude-3', 'gpt-5', '', null].map((model) => isOfClaude({ model })),
      [true, true, false, false, false],
    )
  })
})
