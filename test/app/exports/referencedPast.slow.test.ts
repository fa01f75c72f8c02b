import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { resumeConversation, type AgentSession } from '../../../src/app/resume/resumeConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { textOf } from '../../../src/domain/messages/blocks.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import { fileSource } from '../../../src/app/fileSource.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import {
  putRollouts,
  rolloutAnswer,
  rolloutFork,
  rolloutForkEnd,
  rolloutForkOfFork,
  rolloutSource,
} from '../../support/madeRollouts.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { imports, pathOf } from '../../support/transcripts.ts'
import { homeFolder, importInto, machineAt } from '../../support/watched.ts'

let count = 0
/** A home folder with sessions of Codex, all of them imported. */
async function begin(on: TestStore) {
  const home = homeFolder()
  const [cwd, sessions] = [join(home, 'work'), join(home, '.codex/sessions')]
  mkdirSync(cwd)
  const scope = {
    ...on.scope({ tenant: `by-reference-${++count}` }),
    ownAgents: { machine: machineAt(home), takes: () => true },
  }
  const paths = putRollouts(sessions)
  for (const path of paths) await bring(scope, path)
  return { scope, cwd, sourceFile: paths[0] ?? '' }
}

async function bring(scope: Scope, path: string) {
  scope.reads.clear()
  const imported = await importInto(() => scope)(fileSource(path, path))
  scope.reads.clear()
  return imported
}

async function resumed(scope: Scope, conversationId: string, cwd: string, at: string | null): Promise<AgentSession> {
  scope.reads.clear()
  const asked = { conversationId, at: at === null ? null : { observationId: at }, agent: 'codex', cwd, putHere: true }
  const { session } = await resumeConversation(scope, asked)
  scope.reads.clear()
  return session
}

/** What Codex appends to such a file: a prompt and its answer, numbered on. */
function goOn({ file, id }: AgentSession, from: number): void {
  const line = (at: number, type: string, payload: JsonObject) =>
    `${JSON.stringify({ timestamp: `2026-12-01T00:00:0${at}.000Z`, ordinal: from + at, type, payload })}\n`
  const message = (role: string, type: string, text: string) => ({ type: 'message', role, content: [{ type, text }] })
  const usage = { input_tokens: 10, cached_input_tokens: 0, output_tokens: 5, total_tokens: 15 }
  const lines = [
    line(1, 'event_msg', { type: 'task_started', turn_id: 't' }),
    line(2, 'response_item', message('user', 'input_text', 'and then?')),
    line(3, 'response_item', message('assistant', 'output_text', 'then that')),
    line(4, 'token_usage_record', { thread_id: id, response_id: 'r', usage }),
    line(5, 'event_msg', { type: 'task_complete', turn_id: 't' }),
  ]
  appendFileSync(file ?? '', lines.join(''))
}

const textsOf = async (scope: Scope, id: string) => (await pathOf(scope, id)).map(({ blocks }) => textOf(blocks))
const lineIn = ({ file }: AgentSession) =>
  JSON.parse(readFileSync(file ?? '', 'utf8')) as JsonObject & { readonly payload: JsonObject }

await onEveryStore('a session of Codex that names its past', (on: TestStore) => {
  it('is one line where the source lies in the folder, and reads back as a fork of it', async () => {
    const { scope, cwd, sourceFile } = await begin(on)
    const path = await pathOf(scope, rolloutSource)
    // The end of the first two prompts' answers, as Codex itself forked there.
    const at = path.find(({ fields }) => (fields['importedFrom'] as JsonObject)['line'] === rolloutAnswer)
    const session = await resumed(scope, rolloutSource, cwd, at?.id ?? '')
    const line = lineIn(session)
    assert.equal(line['ordinal'], rolloutForkEnd)
    const past = readFileSync(sourceFile, 'utf8').split('\n').slice(0, rolloutForkEnd).join('\n')
    assert.deepEqual(line.payload['history_base'], {
      thread_id: rolloutSource,
      end_ordinal_exclusive: rolloutForkEnd,
      end_byte_offset: Buffer.byteLength(past) + 1,
    })
    assert.equal(session.omissions, null)
    const before = await textsOf(scope, session.id)
    assert.equal((await bring(scope, session.file ?? '')).report.added, 0)
    goOn(session, rolloutForkEnd)
    assert.deepEqual(
      [(await bring(scope, session.file ?? '')).report.added, (await bring(scope, session.file ?? '')).report.added],
      [2, 0],
    )
    assert.deepEqual(await textsOf(scope, session.id), [...before, 'and then?', 'then that'])
    const [forked] = await scope.store.conversations([session.id])
    assert.deepEqual([forked?.forkedFrom?.observationId, forked?.shape.roots, forked?.shape.leaves], [at?.id, 1, 1])
    assert.equal((await integrity(scope, session.id)).damage, 0)
  })

  it('goes on at the head of a fork of a fork, and is that conversation', async () => {
    const { scope, cwd } = await begin(on)
    const before = await textsOf(scope, rolloutForkOfFork)
    const session = await resumed(scope, rolloutForkOfFork, cwd, null)
    assert.equal((lineIn(session).payload['history_base'] as JsonObject)['thread_id'], rolloutForkOfFork)
    assert.deepEqual(
      session.byReference?.files.map(({ threadId }) => threadId),
      [rolloutForkOfFork, rolloutFork, rolloutSource],
    )
    goOn(session, 46)
    assert.equal((await bring(scope, session.file ?? '')).report.added, 2)
    assert.deepEqual(await textsOf(scope, rolloutForkOfFork), [...before, 'and then?', 'then that'])
    // And from there once more: the session's own file is the source now.
    const again = await resumed(scope, rolloutForkOfFork, cwd, null)
    assert.equal((lineIn(again).payload['history_base'] as JsonObject)['thread_id'], session.id)
    goOn(again, 52)
    assert.equal((await bring(scope, again.file ?? '')).report.added, 2)
    assert.equal((await textsOf(scope, rolloutForkOfFork)).length, before.length + 4)
    assert.equal((await integrity(scope, rolloutForkOfFork)).damage, 0)
  })

  it('repeats its past where a file is gone or another one, and where it was changed here', async () => {
    const { scope, cwd, sourceFile } = await begin(on)
    const end = (await pathOf(scope, rolloutSource)).at(-1)
    const lines = async () =>
      readFileSync((await resumed(scope, rolloutSource, cwd, end?.id ?? '')).file ?? '', 'utf8')
        .trimEnd()
        .split('\n').length
    assert.equal(await lines(), 1)
    const bytes = readFileSync(sourceFile, 'utf8')
    rmSync(sourceFile)
    assert.ok((await lines()) > 5)
    appendFileSync(sourceFile, bytes.replace('"ordinal":7', '"ordinal": 7'))
    assert.ok((await lines()) > 5)
    rmSync(sourceFile)
    appendFileSync(sourceFile, bytes)
    assert.equal(await lines(), 1)
    await amendMessage(scope, { messageId: end?.messageId ?? '', fields: { text: 'better' } })
    scope.reads.clear()
    assert.ok((await lines()) > 5)
  })

  it('repeats the past of a rollout whose lines have no numbers', async () => {
    const { scope, cwd } = await begin(on)
    const legacy = [
      {
        timestamp: '2026-01-01T00:00:00Z',
        type: 'session_meta',
        payload: { id: 'old', timestamp: '2026-01-01T00:00:00Z', cwd: '/w', originator: 'codex', cli_version: '0.1.0' },
      },
      {
        timestamp: '2026-01-01T00:00:01Z',
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
      },
      {
        timestamp: '2026-01-01T00:00:02Z',
        type: 'response_item',
        payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ho' }] },
      },
    ]
    await imports(scope, legacy.map((line) => `${JSON.stringify(line)}\n`).join(''))
    assert.equal((await resumed(scope, 'old', cwd, null)).byReference, null)
  })
})
