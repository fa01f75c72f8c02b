import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { sessionFiles } from '../../../src/cli/imports/sessionFiles.ts'
import { file, session, temporaryFolder, turngraph } from '../support.ts'

const folder = temporaryFolder()
const alone = file(folder, 'projects/alone.jsonl', session('alone', [{ uuid: 'u1', parent: null, role: 'user', content: 'Hi' }])) // prettier-ignore
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
    file(folder, 'more/main/subagents/agent-a.jsonl', '')
    const beside = file(folder, 'more/agent-b.jsonl', '{"sessionId":"main"}')
    file(folder, 'more/agent-c.jsonl', '{"sessionId":"other"}')
    assert.deepEqual(await sessionFiles(main, none), [main, `${folder}/more/main`, beside])
  })

  it('are named where there is none, which the import then refuses', async () => {
    const missing = `${folder}/nowhere/x.jsonl`
    assert.deepEqual(await sessionFiles(missing, none), [missing])
    assert.match((await turngraph({ DATA: `${folder}/data` }, 'import', '--session', missing)).stderr, /is not there/)
  })
})
