import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { sessionTakers } from '../../../src/app/resume/putSession.ts'
import { resumeConversation } from '../../../src/app/resume/resumeConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { sessionFaults, sessionFormats } from '../../support/sessionRules.ts'
import { homeFolder, importInto, machineAt, placeIn, watched } from '../../support/watched.ts'
import { say } from '../../support/talk.ts'

let count = 0
/** A talk of four turns in a tenant of its own, whose sessions are put into a new home folder. */
async function begin(on: TestStore, takes = (_: string) => true): Promise<{ scope: Scope; home: string; cwd: string }> {
  const home = homeFolder()
  const cwd = join(home, 'work')
  mkdirSync(cwd)
  const scope = { ...on.scope({ tenant: `put-${++count}` }), ownAgents: { machine: machineAt(home), takes } }
  for (const [at, text] of ['One', 'Two', 'Three', 'Four'].entries())
    await say(scope, 'c', `${at % 2 === 0 ? 'u' : 'a'}${at + 1}`, text)
  return { scope, home, cwd }
}

await onEveryStore('a session that the server puts into its place', (on: TestStore) => {
  it('is a new file of its agent, and the watcher adds nothing of it', async () => {
    const { scope, home, cwd } = await begin(on)
    const files: string[] = []
    for (const format of sessionFormats) {
      const agent = format.toLowerCase().replaceAll('_', '-')
      const { session } = await resumeConversation(scope, {
        conversationId: 'c',
        at: { turn: 2 },
        agent,
        cwd,
        putHere: true,
      })
      const { file, commandLine, id } = session
      assert.ok(file !== null)
      assert.ok(file.startsWith(home), file)
      assert.deepEqual(sessionFaults(format, readFileSync(file, 'utf8')), [])
      if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600)
      assert.ok(commandLine.startsWith(`cd ${cwd} && `) && (commandLine.includes(id) || commandLine.includes(file)))
      assert.deepEqual(
        readdirSync(join(file, '..')).filter((name) => name.endsWith('.part')),
        [],
      )
      files.push(file)
      scope.reads.clear()
    }
    const watch = watched(
      home,
      importInto(() => scope),
    )
    await watch.watching.settled
    await watch.close()
    assert.deepEqual([watch.imported, watch.failures], [[], []])
    assert.equal(new Set(files).size, 4)
  })

  it('is told before it is made, and a dry run makes nothing', async () => {
    const { scope, home, cwd } = await begin(on)
    const asked = { conversationId: 'c', at: { turn: 2 }, agent: 'codex', cwd, putHere: true, dryRun: true }
    const { forked, conversation, session } = await resumeConversation(scope, asked)
    assert.deepEqual([forked, conversation.id, session.file, session.agent], [true, 'c', null, 'codex'])
    scope.reads.clear()
    assert.equal(await scope.reads.conversation(session.id), null)
    assert.ok(!existsSync(join(home, '.codex', 'sessions', 'x')))
    await assert.rejects(resumeConversation(scope, { ...asked, at: { turn: 9 } }), Refusal)
  })

  it('is refused where its folder is not followed, and with it nothing is made', async () => {
    const { scope, home, cwd } = await begin(on, (agent) => agent === 'pi')
    const asked = { conversationId: 'c', at: { turn: 2 }, agent: 'codex', cwd, putHere: true }
    const refused = async (wrong: object, code: string, words: RegExp, own: Scope = scope) => {
      const thrown: unknown = await resumeConversation(own, { ...asked, ...wrong }).catch((error: unknown) => error)
      assert.ok(thrown instanceof Refusal, String(thrown))
      assert.deepEqual([thrown.code, words.test(thrown.message)], [code, true], thrown.message)
    }
    await refused({}, 'BAD_INPUT', /WATCH/)
    await refused({ agent: 'pi' }, 'BAD_INPUT', /WATCH/, { ...scope, ownAgents: undefined })
    await refused({ agent: 'pi', cwd: join(home, 'nowhere') }, 'BAD_INPUT', /not a folder/)
    writeFileSync(placeIn(home, '.pi/agent/sessions'), 'a file where a folder should be')
    await refused({ agent: 'pi' }, 'FILE_NOT_WRITTEN', /was not written/)
    scope.reads.clear()
    assert.equal((await scope.reads.conversation('c'))?.shape.nodes, 4)

    assert.ok(!existsSync(join(home, '.codex')))
    assert.deepEqual(
      sessionTakers(scope).map(({ name, folder, putsHere }) => [name, folder, putsHere]),
      [
        ['claude-code', '~/.claude/projects', false],
        ['codex', '~/.codex/sessions', false],
        ['gemini-cli', '~/.gemini/tmp', false],
        ['pi', '~/.pi/agent/sessions', true],
      ],
    )
  })
})
