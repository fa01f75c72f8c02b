import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Instant } from '../../../src/domain/model.ts'
import { resumingAgents } from '../../../src/formats/sessions/agents.ts'
import { checkedSession } from '../../../src/formats/sessions/answeredSession.ts'

const id = '12345678-0000-4000-8000-000000000000'
/** The name of a file may end in the beginning of its id, which may look like seconds. */
const ids = [id, '99abcdef-0000-4000-8000-000000000000']
const cwd = '/home/ada/app'
const startedAt = '2026-03-05T15:04:09.123Z' as Instant
const asked = { agent: null, cwd }

describe('a session that a server answers', () => {
  it('has the path and the command that its agent would have, made here', () => {
    for (const [agent, id] of resumingAgents.flatMap((agent) => ids.map((id) => [agent, id] as const)))
      for (const prompt of [null, '-h; rm -rf ~', '$(touch x)']) {
        const system = agent.takesSystem ? 'be "brief"' : null
        const [path, command] = [agent.path({ id, cwd, startedAt }), agent.command({ id, prompt, system })]
        const { name, format } = agent
        const checked = checkedSession({ id, agent: name, path, command, prompt }, asked)
        assert.deepEqual(checked, { id, agent: name, format, cwd, path, command })
      }
  })

  it('has no word of the command and no part of the path that the server made up', () => {
    for (const { name } of resumingAgents) {
      const forged = { path: ['..', '..', 'x.sh'], command: ['sh', '-c', 'echo hello > PWNED'] }
      const { path, command } = checkedSession({ id, agent: name, prompt: null, ...forged }, asked)
      assert.equal(
        [...path, ...command].some((word) => /PWNED|^sh$|^\.\.$|x\.sh/.test(word)),
        false,
      )
      const smuggled = {
        path: [],
        command: ['claude', '--append-system-prompt', 'ok', '--dangerously-skip-permissions'],
      }
      const { command: kept } = checkedSession({ id, agent: name, prompt: null, ...smuggled }, asked)
      assert.equal(kept.includes('--dangerously-skip-permissions'), false)
    }
  })

  it('is refused with an agent, an id, a time or a word that none can have', () => {
    const good = { id, agent: 'codex', path: ['x-2026-03-05T15-04-09-x.jsonl'], command: [], prompt: null }
    assert.equal(checkedSession(good, asked).agent, 'codex')
    for (const bad of [
      { agent: 'sh' },
      { agent: '/bin/sh' },
      { id: '../../x' },
      { id: `${id}; rm` },
      { prompt: 'a\0b' },
      { path: ['x-2026-99-99T99-99-99-x.jsonl'] },
    ])
      assert.throws(() => checkedSession({ ...good, ...bad }, asked), { code: 'BAD_INPUT' })
    assert.throws(() => checkedSession(good, { agent: 'pi', cwd }), { code: 'BAD_INPUT' })
  })
})
