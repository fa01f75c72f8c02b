import assert from 'node:assert/strict'
import { chmodSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { root } from '../../../scripts/root.ts'
import { sessionFiles } from '../../../src/cli/imports/sessionFiles.ts'
import { runHook, sessionEndHook } from '../../adapters/claudeCode/hooks.ts'
import { file, session, temporaryFolder, turngraph } from '../support.ts'

const folder = temporaryFolder()
const alone = file(
  folder,
  'projects/alone.jsonl',
  session('alone', [{ uuid: 'u1', parent: null, role: 'user', content: 'Hi' }]),
)
const handed = (path: string) => Readable.from([Buffer.from(JSON.stringify({ transcript_path: path }))])
const none = Readable.from([])

describe('the files of a session of Claude Code', () => {
  it('are its own file where no folder and no sub-agent stand beside it, as named and as a hook names it', async () => {
    assert.deepEqual(await sessionFiles(alone, none), [alone])
    assert.deepEqual(await sessionFiles('-', handed(alone)), [alone])
    assert.equal((await turngraph({ DATA: `${folder}/data` }, 'import', '--session', alone)).status, 0)
  })

  it('are the folder of its name too, and sub-agents of older versions that name it', async () => {
    const main = file(folder, 'more/main.jsonl', '')
    file(
      folder,
      'more/main/subagents/agent-a.jsonl',
      session('main', [{ uuid: 's1', parent: null, role: 'user', content: 'Hi' }]),
    )
    const beside = file(folder, 'more/agent-b.jsonl', '{"sessionId":"main"}')
    file(folder, 'more/agent-c.jsonl', '{"sessionId":"other"}')
    assert.deepEqual(await sessionFiles(main, none), [main, `${folder}/more/main`, beside])
  })

  it('are its own file where the folder of its name holds no transcript, and what looks like a sub-agent cannot be read', async () => {
    const main = file(
      folder,
      'results/main.jsonl',
      session('main', [{ uuid: 'r1', parent: null, role: 'user', content: 'Hi' }]),
    )
    file(folder, 'results/main/tool-results/toolu_1.txt', 'what a tool printed')
    file(folder, 'results/agent-folder.jsonl/x', '')
    symlinkSync(join(folder, 'nowhere'), join(folder, 'results/agent-gone.jsonl'))
    assert.deepEqual(await sessionFiles(main, none), [main])
    const { status, stderr } = await turngraph({ DATA: `${folder}/data` }, 'import', '--session', main)
    assert.deepEqual([status, stderr.includes('NO_TRANSCRIPT')], [0, false])
  })

  it('are imported by the hook that the page about agents prints, with sub-agents and without', async () => {
    const [recipe = ''] = /^\{\n {2}"hooks"[^]*?^\}$/m.exec(readFileSync(join(root, 'docs/agents.md'), 'utf8')) ?? []
    const bin = file(
      folder,
      'bin/turngraph',
      `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin/turngraph.js')}' "$@"\n`,
    )
    chmodSync(bin, 0o755)
    const home = join(folder, 'home')
    const line = (uuid: string) => ({ uuid, parent: null, role: 'user', content: uuid }) as const
    const main = file(home, 'projects/main.jsonl', session('main', [line('m1')]))
    file(
      home,
      'projects/main/subagents/agent-a.jsonl',
      session('main', [line('s1')]).replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"a"'),
    )
    const env = { ...process.env, HOME: home, PATH: `${dirname(bin)}${delimiter}${process.env['PATH']}` }
    for (const path of [alone, main])
      await runHook(
        sessionEndHook(recipe),
        { session_id: 'x', transcript_path: path, hook_event_name: 'SessionEnd' },
        env,
      )
    const { stdout } = await turngraph({ DATA: join(home, '.turngraph') }, 'list', '--json')
    const { conversations } = JSON.parse(stdout) as { conversations: { id: string }[] }
    assert.deepEqual(conversations.map(({ id }) => id).sort(), ['alone', 'main', 'main.agent-a'])
  })

  it('are named where there is none, which the import then refuses', async () => {
    const missing = `${folder}/nowhere/x.jsonl`
    assert.deepEqual(await sessionFiles(missing, none), [missing])
    assert.match((await turngraph({ DATA: `${folder}/data` }, 'import', '--session', missing)).stderr, /is not there/)
  })
})
