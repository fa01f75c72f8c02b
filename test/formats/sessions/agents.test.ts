import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../cli/support.ts'
import { agentOfFormat, resumingAgent, resumingAgents } from '../../../src/formats/sessions/agents.ts'
import type { Instant } from '../../../src/domain/model.ts'

const id = '12345678-0000-4000-8000-000000000000'
const at = (cwd: string) => ({ id, cwd, startedAt: '2026-03-05T15:04:09.123456Z' as Instant })
const pathOf = (name: string, cwd: string) => resumingAgent(name)?.path(at(cwd)).join('/')
const commandOf = (name: string, prompt: string | null, system: string | null = null) =>
  resumingAgent(name)?.command({ id, prompt, system }).join(' ')

describe('an agent that can be given a session', () => {
  it('is found by its name in any case, and by the format of its files', () => {
    assert.deepEqual(
      ['Claude_Code', 'PI', 'cursor', ''].map((name) => resumingAgent(name)?.name ?? null),
      ['claude-code', 'pi', null, null],
    )
    for (const agent of resumingAgents) assert.equal(agentOfFormat(agent.format), agent)
    assert.deepEqual([agentOfFormat(null), agentOfFormat('PLAIN')], [null, null])
  })

  it('has the file of a session where it looks for it', () => {
    assert.equal(pathOf('claude-code', '/home/né/my_app'), `-home-n--my-app/${id}.jsonl`)
    assert.equal(pathOf('codex', '/w'), `2026/03/05/rollout-2026-03-05T15-04-09-${id}.jsonl`)
    assert.equal(pathOf('gemini-cli', '/w/My App!'), 'my-app/chats/session-2026-03-05T15-04-12345678.jsonl')
    assert.equal(pathOf('gemini-cli', 'C:\\w\\App'), 'app/chats/session-2026-03-05T15-04-12345678.jsonl')
    assert.equal(pathOf('gemini-cli', '/'), 'project/chats/session-2026-03-05T15-04-12345678.jsonl')
    assert.equal(pathOf('pi', '/w/a:b'), `--w-a-b--/2026-03-05T15-04-09-123Z_${id}.jsonl`)
  })

  it('goes on with a session by its command, with a prompt and the system turns where it takes them', () => {
    assert.equal(commandOf('claude-code', 'hi', 'be brief'), `claude --append-system-prompt be brief --resume ${id} hi`)
    assert.equal(commandOf('codex', null, 'be brief'), `codex resume ${id}`)
    const pi = commandOf('pi', null, 'be brief') ?? ''
    assert.match(pi, new RegExp(`^pi --append-system-prompt be brief\\n\\nWhat stands above, .* --session ${id}$`, 's'))
  })

  it('is pi that is given no system turns which it could take for the path of a file', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'secret')
    writeFileSync(file, 'secret')
    for (const system of [file, 'secret', './secret', '', 'x/../secret']) {
      const [, , text = ''] = resumingAgent('pi')?.command({ id, prompt: null, system }) ?? []
      const name = text.split(/[\\/]/).at(-1) ?? ''
      assert.ok(Buffer.byteLength(name) > 255, 'longer than the longest name of a file')
      assert.equal(existsSync(join(folder, text)) || existsSync(text) || existsSync(normalize(text)), false)
      const again = resumingAgent('pi')?.command({ id, prompt: null, system: text })
      assert.equal(again?.[2], text, 'said once')
    }
  })

  it('takes a prompt that begins with a dash as no option', () => {
    assert.equal(commandOf('claude-code', '--help'), `claude --resume ${id} -- --help`)
    assert.equal(commandOf('codex', '-h'), `codex resume ${id} -- -h`)
    assert.equal(commandOf('gemini-cli', '-h'), `gemini --resume ${id} --prompt-interactive=-h`)
    assert.equal(commandOf('pi', '@file'), `pi --session ${id}  @file`)
  })
})
