// Takes long: it waits for what a watcher notices.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileSource } from '../../src/app/fileSource.ts'
import { importName } from '../../src/app/imports/sources/recognisedFile.ts'
import { filesBelow } from '../../src/cli/files/importPaths.ts'
import type { Scope } from '../../src/app/scope.ts'
import { CommandFailed } from '../../src/client/failures.ts'
import { addition } from '../../scripts/additions.ts'
import { badInput } from '../../src/domain/refusals.ts'
import type { ImportFile } from '../../src/watch/importSession.ts'
import { onEveryStore, type TestStore } from '../support/scopes.ts'
import { noSharedFiles } from '../support/sharedFiles.ts'
import { entries, imprint, linesOf } from '../support/transcripts.ts'
import { homeFolder, importInto, originalOf, placeIn, watched, type Watched } from '../support/watched.ts'
import { pause } from '../support/waitFor.ts'

const made = addition('data-more')
const line = (text: string) => linesOf(entries(text))
let count = 0

await onEveryStore('the watcher', (on: TestStore) => {
  /** Watches a new home folder, whose sessions go into a tenant of its own. */
  const begin = (
    home: string,
    named?: readonly string[],
    answerMs?: number,
  ): { scope: () => Scope; watch: Watched } => {
    const tenant = `watched-${++count}`
    const scope = () => on.scope({ tenant })
    return { scope, watch: watched(home, importInto(scope), named, answerMs) }
  }
  const nodesOf = async (scope: Scope, id: string) => (await scope.reads.conversation(id))?.shape.nodes ?? 0
  const claude = (home: string, name: string) => placeIn(home, '.claude/projects/-w', name)

  it('stores what is there, and what is appended then', async () => {
    const home = homeFolder()
    const path = claude(home, 's.jsonl')
    writeFileSync(path, line('u1 a1<u1'))
    const { scope, watch } = begin(home)
    await watch.watching.settled
    assert.equal(await nodesOf(scope(), 's'), 2)
    appendFileSync(path, line('u2<a1 a2<u2'))
    await watch.until(async () => (await nodesOf(scope(), 's')) === 4)
    await watch.close()
  })

  it('takes a line once it is whole', async () => {
    const home = homeFolder()
    const path = claude(home, 's.jsonl')
    const [first, second] = [line('u1'), line('a1<u1')]
    writeFileSync(path, first + second.slice(0, 40))
    const { scope, watch } = begin(home)
    await watch.watching.settled
    assert.equal(await nodesOf(scope(), 's'), 1)
    assert.equal((await originalOf(scope(), 's')).toString(), first)
    appendFileSync(path, second.slice(40))
    await watch.until(async () => (await nodesOf(scope(), 's')) === 2)
    await watch.close()
    assert.equal((await originalOf(scope(), 's')).toString(), first + second)
  })

  it('follows folders that are made later, and sessions of sub-agents in them', async () => {
    const home = homeFolder()
    placeIn(home, '.claude/projects/x')
    const { scope, watch } = begin(home)
    await watch.watching.settled
    writeFileSync(claude(home, 's.jsonl'), line('u1 a1<u1'))
    const agent = linesOf(entries('u5 a5<u5', 's', { isSidechain: true, agentId: 'x' }))
    writeFileSync(claude(home, 's/subagents/agent-x.jsonl'), agent)
    await watch.until(async () => (await nodesOf(scope(), 's')) === 2 && (await nodesOf(scope(), 's.agent-x')) === 2)
    await watch.close()
  })

  it('loses nothing of a file that is truncated, replaced, moved and removed', async () => {
    const home = homeFolder()
    const path = claude(home, 's.jsonl')
    const whole = line('u1 a1<u1 u2<a1 a2<u2')
    writeFileSync(path, whole)
    const { scope, watch } = begin(home)
    await watch.watching.settled
    truncateSync(path, whole.indexOf('\n') + 1)
    writeFileSync(`${path}.new`, linesOf(entries('u1 a9<u1', 't')))
    renameSync(`${path}.new`, path)
    await watch.until(async () => (await nodesOf(scope(), 't')) > 0)
    renameSync(path, claude(home, 'moved.jsonl'))
    appendFileSync(claude(home, 'moved.jsonl'), linesOf(entries('u8<a9', 't')))
    await watch.until(async () => (await nodesOf(scope(), 't')) === 3)
    rmSync(join(home, '.claude'), { recursive: true })
    await watch.close()
    assert.equal(await nodesOf(scope(), 's'), 4)
    assert.equal((await originalOf(scope(), 's')).toString(), whole)
    assert.deepEqual(watch.failures, [])
  })

  it('tries a file that was refused again when it changes', async () => {
    const home = homeFolder()
    const path = claude(home, 's.jsonl')
    writeFileSync(path, line('u1'))
    const tenant = `watched-${++count}`
    let tries = 0
    const refusing: ImportFile = async (source) => {
      if (++tries < 3) throw badInput('This is not taken.', {})
      return importInto(() => on.scope({ tenant }))(source)
    }
    const watch = watched(home, refusing)
    await watch.watching.settled
    assert.deepEqual([tries, watch.failures.map(({ message }) => message)], [1, [`${path}: This is not taken.`]])
    appendFileSync(path, line('a1<u1'))
    await watch.until(() => tries === 2)
    appendFileSync(path, line('u2<a1'))
    await watch.until(async () => (await nodesOf(on.scope({ tenant }), 's')) === 3)
    await watch.close()
    assert.deepEqual([tries, watch.failures.length], [3, 1])
  })

  it('ends while the store is away, of which it is told once', async () => {
    const home = homeFolder()
    for (const name of ['r.jsonl', 's.jsonl']) writeFileSync(claude(home, name), line('u1'))
    const watch = watched(home, () => Promise.reject(new CommandFailed('FORBIDDEN', 'This needs the scope write.')))
    await watch.until(() => watch.failures.length > 0)
    await pause(20, 'it waits by now for the store to be there again')
    await watch.close()
    assert.deepEqual(
      watch.failures.map(({ code }) => code),
      ['FORBIDDEN'],
    )
  })

  it('waits for the rest of a file that is one JSON value', async () => {
    const home = homeFolder()
    const path = placeIn(home, '.gemini/tmp/app/chats/session-2.json')
    const text = JSON.stringify({
      sessionId: 'j',
      projectHash: 'h',
      startTime: '2026-01-01T00:00:00Z',
      lastUpdated: '2026-01-01T00:00:01Z',
      messages: [{ id: 'm', timestamp: '2026-01-01T00:00:01Z', type: 'user', content: 'a } "in" text' }],
    })
    writeFileSync(path, text.slice(0, -4))
    const { scope, watch } = begin(home)
    await watch.watching.settled
    assert.deepEqual([watch.failures, watch.ids.size], [[], 0])
    writeFileSync(path, text)
    await watch.until(async () => (await nodesOf(scope(), 'j')) === 1)
    await watch.close()
  })

  it('waits for the rest of an answer of Codex, and takes half of one when nothing comes', async () => {
    const home = homeFolder()
    const path = placeIn(home, '.codex/sessions/2026/01/02/rollout-x.jsonl')
    const rollout = (type: string, payload: object) =>
      `${JSON.stringify({ timestamp: new Date().toISOString(), type, payload })}\n`
    const said = (role: string, text: string) =>
      rollout('response_item', { type: 'message', role, content: [{ type: 'output_text', text }] })
    const took = rollout('token_usage_record', { response_id: 'resp_1', usage: { input_tokens: 1, output_tokens: 7 } })
    const header = rollout('session_meta', { id: 'x', timestamp: new Date().toISOString(), cwd: '/w' })
    writeFileSync(path, header + said('user', 'ask') + said('assistant', 'one'))
    const { scope, watch } = begin(home, ['auto'], 3_000)
    await watch.watching.settled
    assert.equal(await nodesOf(scope(), 'x'), 1)
    appendFileSync(path, said('assistant', 'two') + took)
    await watch.until(async () => (await nodesOf(scope(), 'x')) === 3)
    appendFileSync(path, said('user', 'more') + said('assistant', 'half'))
    await watch.until(async () => (await nodesOf(scope(), 'x')) === 5)
    await watch.close()
    assert.deepEqual(watch.failures, [])
  })

  it('names what cannot be read once, and goes on', async () => {
    const home = homeFolder()
    const loop = join(home, 'loop.jsonl')
    symlinkSync(loop, loop)
    writeFileSync(join(home, 's.jsonl'), line('u1'))
    const { scope, watch } = begin(home, [loop, home])
    await watch.watching.settled
    assert.equal(await nodesOf(scope(), 's'), 1)
    assert.deepEqual(
      watch.failures.map(({ code }) => code),
      ['FILE_UNUSABLE'],
    )
    await watch.close()
  })

  it('follows a folder to which a link leads', async () => {
    const home = homeFolder()
    placeIn(home, '.claude/projects')
    const path = placeIn(home, 'dotfiles/projects/-w/s.jsonl')
    symlinkSync(join(home, 'dotfiles/projects'), join(home, '.claude/projects'), 'dir')
    writeFileSync(path, line('u1'))
    const { scope, watch } = begin(home)
    await watch.watching.settled
    appendFileSync(path, line('a1<u1'))
    await watch.until(async () => (await nodesOf(scope(), 's')) === 2)
    writeFileSync(placeIn(home, 'dotfiles/projects/-new/t.jsonl'), linesOf(entries('u5', 't')))
    await watch.until(async () => (await nodesOf(scope(), 't')) === 1)
    await watch.close()
    assert.deepEqual(watch.failures, [])
  })

  it('follows no link in a folder, whether it was there before or is made while it watches', async () => {
    const [home, outside] = [homeFolder(), homeFolder()]
    writeFileSync(join(outside, 'run.jsonl'), linesOf(entries('u5', 'run')))
    writeFileSync(placeIn(outside, 'dir/t.jsonl'), linesOf(entries('u6', 't')))
    const links = (when: string) => {
      symlinkSync(join(outside, 'run.jsonl'), join(home, `${when}.jsonl`))
      symlinkSync(join(outside, 'dir'), join(home, when), 'dir')
    }
    links('before')
    writeFileSync(placeIn(home, 'own/s.jsonl'), line('u1'))
    const { scope, watch } = begin(home, [home])
    await watch.watching.settled
    links('meanwhile')
    // A folder that was followed becomes a link to another one of its name.
    renameSync(join(home, 'own'), join(outside, 'own'))
    symlinkSync(join(outside, 'own'), join(home, 'own'), 'dir')
    writeFileSync(join(outside, 'own/v.jsonl'), linesOf(entries('u7', 'v')))
    writeFileSync(join(outside, 'dir/w.jsonl'), linesOf(entries('u8', 'w')))
    writeFileSync(join(home, 'last.jsonl'), linesOf(entries('u9', 'last')))
    await watch.until(async () => (await nodesOf(scope(), 'last')) === 1)
    await watch.close()
    assert.deepEqual([...watch.ids].sort(), ['last', 's'])
    assert.deepEqual(watch.failures, [])
  })

  it(
    'opens no pipe, for which it would wait for ever',
    { skip: process.platform === 'win32' && 'Windows has no named pipes among files' },
    async () => {
      const home = homeFolder()
      const pipe = claude(home, 'p.jsonl')
      execFileSync('mkfifo', [pipe])
      const { scope, watch } = begin(home, [pipe, 'auto'])
      await watch.watching.settled
      for (const name of ['q.jsonl', 'r.jsonl']) execFileSync('mkfifo', [claude(home, name)])
      writeFileSync(claude(home, 's.jsonl'), line('u1'))
      await watch.until(async () => (await nodesOf(scope(), 's')) === 1)
      await watch.close()
      assert.deepEqual(
        watch.failures.map(({ code, message }) => [code, message]),
        [['FILE_UNUSABLE', `"${pipe}" is neither a file nor a folder.`]],
      )
    },
  )

  it('does no harm beside another one on the same store', async () => {
    const home = homeFolder()
    const path = claude(home, 's.jsonl')
    writeFileSync(path, line('u1 a1<u1'))
    const { scope, watch } = begin(home)
    const second = watched(home, importInto(scope))
    await Promise.all([watch.watching.settled, second.watching.settled])
    let text = 'a1'
    for (let i = 2; i < 12; i++) {
      appendFileSync(path, line(`u${i}<${text} a${i}<u${i}`))
      text = `a${i}`
    }
    await watch.until(async () => (await nodesOf(scope(), 's')) === 22)
    await Promise.all([watch.close(), second.close()])
    assert.equal(await nodesOf(scope(), 's'), 22)
    assert.deepEqual([watch.failures, second.failures], [[], []])
  })

  it('makes the same trees of real sessions as an import of each', { skip: noSharedFiles }, async () => {
    const home = homeFolder()
    cpSync(join(made, 'claude-code-made'), placeIn(home, '.claude', 'projects'), { recursive: true })
    cpSync(join(made, 'codex-made'), placeIn(home, '.codex', 'sessions'), { recursive: true })
    cpSync(join(made, 'pi-made'), placeIn(home, '.pi/agent', 'sessions'), { recursive: true })
    cpSync(join(made, 'qwen-code-made'), placeIn(home, '.qwen', 'projects'), { recursive: true })
    const { scope, watch } = begin(home)
    await watch.watching.settled
    await watch.close()
    const plain = () => on.scope({ tenant: `plain-${count}` })
    for (const { path } of (await filesBelow([home])).files) await importInto(plain)(fileSource(path, importName(path)))
    assert.deepEqual(watch.failures, [])
    assert.ok(watch.ids.size >= 9)
    for (const id of watch.ids) assert.deepEqual(await imprint(scope(), id), await imprint(plain(), id), id)
  })
})
