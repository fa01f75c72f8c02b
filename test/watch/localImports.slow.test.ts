import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { loadScratch } from '../../src/compose.ts'
import { localSessions } from '../../src/watch/localImports.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'
import { entries, linesOf } from '../support/transcripts.ts'
import { homeFolder, machineAt } from '../support/watched.ts'

const line = (text: string, session: string) => linesOf(entries(text, session))
const sources = '{ localSources { kind path files bytes newestAt } }'
const begin = `mutation ($input: ImportLocalInput!) { importLocal(input: $input) {
  job { id files } userErrors { code message field details } } }`
const job = `query ($id: ID!) { importJob(id: $id) {
  id files filesDone bytes bytesDone added unchanged reading state reports { fileName format added findings { code } }
  newConversationIds conversations(first: 1) { nodes { id dated } pageInfo { hasNextPage endCursor } totalCount } } }`

interface Began {
  readonly importLocal: {
    readonly job: { readonly id: string; readonly files: number } | null
    readonly userErrors: readonly { readonly code: string; readonly details: object }[]
  }
}

/** A home in which two agents keep three sessions; one file is of no known form. */
function homeWithSessions(): string {
  const home = homeFolder()
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  put('.claude/projects/-app/s1.jsonl', line('u1 a1<u1', 's1'))
  put('.claude/projects/-app/s2.jsonl', line('u9', 's2'))
  put('.claude/projects/-app/notes.txt', 'no session')
  put('.pi/agent/sessions/odd.jsonl', '{"type":"nothing"}\n')
  return home
}

const started = (home: string, env: Record<string, string> = {}): Promise<Api> =>
  startApi(env, { machine: machineAt(home) })

/** Follows a job until it is over. */
async function finished(api: Api, id: string): Promise<string[]> {
  const states: string[] = []
  const query = `subscription ($id: ID!) { importChanged(id: $id) { state filesDone } }`
  const response = await fetch(`${api.url}/graphql/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { id } }),
  })
  for (const [, text = ''] of (await response.text()).matchAll(/^data: (\{.*)$/gm)) {
    const { data } = JSON.parse(text) as { data?: { importChanged: { state: string } } }
    if (data) states.push(data.importChanged.state)
  }
  return states
}

describeOnce('sessions of the machine', () => {
  it('are named with their folders, imported once, and followed to the end', async () => {
    const home = homeWithSessions()
    const file = join(home, '.claude/projects/-app/s2.jsonl')
    const before = readFileSync(file, 'utf8')
    const api = await started(home)
    const { localSources } = await api.ask(sources)
    assert.deepEqual(
      localSources.map(({ kind, path, files }) => [kind, path, files]),
      [
        ['claude-code', join(home, '.claude/projects'), 2],
        ['pi', join(home, '.pi/agent/sessions'), 1],
      ],
    )
    assert.ok(localSources[0].bytes > 0 && localSources[0].newestAt.startsWith('20'))
    const input = { kinds: ['claude-code', 'pi'], idempotencyKey: 'once' }
    const first = await api.ask<Began>(begin, { input })
    const again = await api.ask<Began>(begin, { input })
    const id = first.importLocal.job?.id ?? ''
    assert.equal(again.importLocal.job?.id, id)
    const states = await finished(api, id)
    assert.equal(states.at(-1), 'DONE')
    assert.ok(states.slice(0, -1).every((state) => state === 'RUNNING'))
    const { importJob } = await api.ask(job, { id })
    assert.deepEqual(
      [importJob.files, importJob.filesDone, importJob.added, importJob.state, importJob.conversations.totalCount],
      [3, 3, 3, 'DONE', 2],
    )
    assert.deepEqual([importJob.bytesDone, importJob.reading], [importJob.bytes, null])
    assert.equal(importJob.reports.filter(({ format }) => format === 'CLAUDE_CODE').length, 2)
    assert.equal(importJob.conversations.pageInfo.hasNextPage, true)
    assert.deepEqual([...importJob.newConversationIds].sort(), ['s1', 's2'])
    const later = await api.ask<Began>(begin, { input: { kinds: ['claude-code'] } })
    await finished(api, later.importLocal.job?.id ?? '')
    const { importJob: second } = await api.ask(job, { id: later.importLocal.job?.id })
    assert.deepEqual([second.added, second.unchanged, second.reports], [0, 3, []])
    assert.deepEqual(second.newConversationIds, [])
    // Nothing there was changed.
    assert.equal(readFileSync(file, 'utf8'), before)
    await api.close()
  })

  it('refuses kinds that are not there, and says which are', async () => {
    const api = await started(homeWithSessions())
    for (const kinds of [[], ['codex'], ['claude-code', 'constructor']]) {
      const { importLocal } = await api.ask<Began>(begin, { input: { kinds } })
      assert.equal(importLocal.job, null)
      assert.deepEqual(
        importLocal.userErrors.map(({ code, details }) => [code, details]),
        [['BAD_INPUT', { kinds, known: ['claude-code', 'pi'] }]],
      )
    }
    assert.equal((await api.ask<{ importJob: null }>(job, { id: 'nothing' })).importJob, null)
    await api.close()
  })

  it('are not offered where callers may be elsewhere, nor where LOCAL_SOURCES is off', async () => {
    for (const env of [{ LOCAL_SOURCES: 'off' }, { ALLOWED_HOSTS: 'graph.example' }, { ALLOW_ANONYMOUS: '1' }]) {
      const api = await started(homeWithSessions(), env)
      assert.deepEqual((await api.ask<{ localSources: unknown[] }>(sources)).localSources, [])
      const { importLocal } = await api.ask<Began>(begin, { input: { kinds: ['pi'] } })
      assert.equal(importLocal.userErrors[0]?.code, 'BAD_INPUT')
      await api.close()
    }
  })

  it('are of one tenant: another one has no such job, also by the same key', async () => {
    const home = homeWithSessions()
    const api = await started(home)
    const sessions = localSessions(machineAt(home))
    const [one, other] = ['one', 'other'].map((tenant) => sessions.of(tenant, () => api.app.scope(), loadScratch))
    assert.ok(one && other)
    const { id } = await one.begin(['pi'], 'key')
    assert.equal(other.job(id), null)
    assert.notEqual((await other.begin(['pi'], 'key')).id, id)
    assert.equal((await one.begin(['pi'], 'key')).id, id)
    const states = other.changes(id, new AbortController().signal)
    assert.equal((await states.next()).done, true)
    await sessions.close()
    await api.close()
  })

  it('end with the server: what was read by then is stored, and the same again brings the rest', async () => {
    const [home, env] = [homeWithSessions(), { DATA: homeFolder() }]
    const input = { kinds: ['claude-code', 'pi'] }
    const closed = await started(home, env)
    await closed.ask<Began>(begin, { input })
    await closed.close()
    const api = await started(home, env)
    const id = (await api.ask<Began>(begin, { input })).importLocal.job?.id ?? ''
    await finished(api, id)
    const { importJob } = await api.ask<{ importJob: { added: number; unchanged: number } }>(job, { id })
    assert.equal(importJob.added + importJob.unchanged, 3)
    await api.close()
  })
})
