/** What the SDK asks of a store of sessions, as its Python package tests it: 14 statements. */
import assert from 'node:assert/strict'
import type { SessionKey, SessionStoreEntry, SessionSummaryEntry } from '../../../src/adapters/claudeAgentSdk/index.ts'

/** A store of sessions. */
export interface Store {
  append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void>
  load(key: SessionKey): Promise<SessionStoreEntry[] | null>
  listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]>
  listSessionSummaries(projectKey: string): Promise<SessionSummaryEntry[]>
  delete(key: SessionKey): Promise<void>
  listSubkeys(key: { projectKey: string; sessionId: string }): Promise<string[]>
}

/** What of the SDK's package is used here. */
export interface Sdk {
  readonly InMemorySessionStore: new () => Store
  foldSessionSummary(
    before: SessionSummaryEntry | undefined,
    key: SessionKey,
    entries: SessionStoreEntry[],
  ): SessionSummaryEntry
  listSessions(options: object): Promise<Record<string, unknown>[]>
  getSessionInfo(sessionId: string, options: object): Promise<Record<string, unknown> | undefined>
  getSessionMessages(sessionId: string, options: object): Promise<unknown[]>
  forkSession(sessionId: string, options: object): Promise<{ sessionId: string }>
  renameSession(sessionId: string, title: string, options: object): Promise<void>
  tagSession(sessionId: string, tag: string | null, options: object): Promise<void>
  deleteSession(sessionId: string, options: object): Promise<void>
}

const e = (members: object = {}): SessionStoreEntry => ({ type: 'x', ...members })
const key = { projectKey: 'proj', sessionId: 'sess' }
const [sub1, sub2] = [
  { ...key, subpath: 'subagents/agent-1' },
  { ...key, subpath: 'subagents/agent-2' },
]
const ids = async (store: Store, project: string) =>
  (await store.listSessions(project)).map(({ sessionId }) => sessionId).sort()
const at = (second: number) => `2024-01-01T00:00:0${second}.000Z`

export const statements: Readonly<Record<string, (store: Store, sdk: Sdk) => Promise<void>>> = {
  '1: what was appended is loaded in the same order': async (store) => {
    await store.append(key, [e({ uuid: 'b', n: 1 }), e({ uuid: 'a', n: 2 })])
    assert.deepEqual(await store.load(key), [e({ uuid: 'b', n: 1 }), e({ uuid: 'a', n: 2 })])
  },
  '2: what was never written is null': async (store) => {
    assert.equal(await store.load({ projectKey: 'proj', sessionId: 'nope' }), null)
    await store.append(key, [e({ uuid: 'x', n: 1 })])
    assert.equal(await store.load({ ...key, subpath: 'nope' }), null)
  },
  '3: calls keep their order': async (store) => {
    await store.append(key, [e({ uuid: 'z', n: 1 })])
    await store.append(key, [e({ uuid: 'a', n: 2 }), e({ uuid: 'm', n: 3 })])
    await store.append(key, [e({ uuid: 'b', n: 4 })])
    assert.deepEqual(
      (await store.load(key))?.map(({ uuid, n }) => [uuid, n]),
      [
        ['z', 1],
        ['a', 2],
        ['m', 3],
        ['b', 4],
      ],
    )
  },
  '4: nothing appended changes nothing': async (store) => {
    await store.append(key, [e({ uuid: 'a', n: 1 })])
    await store.append(key, [])
    assert.deepEqual(await store.load(key), [e({ uuid: 'a', n: 1 })])
  },
  '5: subpaths are apart from the session': async (store) => {
    await store.append(key, [e({ uuid: 'm', n: 1 })])
    await store.append(sub1, [e({ uuid: 's', n: 1 })])
    assert.deepEqual(await store.load(key), [e({ uuid: 'm', n: 1 })])
    assert.deepEqual(await store.load(sub1), [e({ uuid: 's', n: 1 })])
  },
  '6: projects are apart': async (store) => {
    for (const projectKey of ['A', 'B']) await store.append({ projectKey, sessionId: 's1' }, [e({ from: projectKey })])
    for (const projectKey of ['A', 'B']) {
      assert.deepEqual(await store.load({ projectKey, sessionId: 's1' }), [e({ from: projectKey })])
      assert.deepEqual(await ids(store, projectKey), ['s1'])
    }
  },
  '7: sessions are listed by project': async (store) => {
    for (const sessionId of ['a', 'b']) await store.append({ projectKey: 'proj', sessionId }, [e({ n: 1 })])
    await store.append({ projectKey: 'other', sessionId: 'c' }, [e({ n: 1 })])
    const sessions = await store.listSessions('proj')
    assert.deepEqual(sessions.map(({ sessionId }) => sessionId).sort(), ['a', 'b'])
    for (const { mtime } of sessions) assert.ok(Number.isInteger(mtime) && mtime > 1e12)
    assert.deepEqual(await store.listSessions('never-appended-project'), [])
  },
  '8: sub-agents are no sessions of the list': async (store) => {
    await store.append(key, [e({ n: 1 })])
    await store.append(sub1, [e({ n: 1 })])
    assert.deepEqual(await ids(store, 'proj'), ['sess'])
  },
  '9: what is deleted is null': async (store) => {
    await store.delete({ projectKey: 'proj', sessionId: 'never-written' })
    await store.append(key, [e({ n: 1 })])
    await store.delete(key)
    assert.equal(await store.load(key), null)
  },
  '10: with a session its sub-agents are deleted, and nothing else': async (store) => {
    const others = [
      { projectKey: 'proj', sessionId: 'sess2' },
      { projectKey: 'other-proj', sessionId: 'sess' },
    ]
    for (const each of [key, sub1, sub2, ...others]) await store.append(each, [e({ n: 1 })])
    await store.delete(key)
    for (const each of [key, sub1, sub2]) assert.equal(await store.load(each), null)
    for (const each of others) assert.equal((await store.load(each))?.length, 1)
    assert.deepEqual(await store.listSubkeys(key), [])
    assert.deepEqual(await ids(store, 'proj'), ['sess2'])
  },
  '11: a sub-agent is deleted alone': async (store) => {
    for (const each of [key, sub1, sub2]) await store.append(each, [e({ n: 1 })])
    await store.delete(sub1)
    assert.equal(await store.load(sub1), null)
    for (const each of [key, sub2]) assert.equal((await store.load(each))?.length, 1)
    assert.deepEqual(await store.listSubkeys(key), ['subagents/agent-2'])
  },
  '12: subpaths are listed': async (store) => {
    for (const each of [key, sub1, sub2]) await store.append(each, [e({ n: 1 })])
    await store.append({ projectKey: 'proj', sessionId: 'other-sess', subpath: 'subagents/agent-x' }, [e({ n: 1 })])
    assert.deepEqual((await store.listSubkeys(key)).sort(), ['subagents/agent-1', 'subagents/agent-2'])
  },
  '13: the session is no subpath': async (store) => {
    await store.append(key, [e({ n: 1 })])
    assert.deepEqual(await store.listSubkeys(key), [])
    assert.deepEqual(await store.listSubkeys({ projectKey: 'proj', sessionId: 'never-appended' }), [])
  },
  "14: summaries are kept as the SDK's fold made them": async (store, sdk) => {
    const of = { projectKey: 'proj', sessionId: 'summ-sess' }
    await store.append(of, [e({ timestamp: at(0), customTitle: 'first' }), e({ timestamp: at(1) })])
    await store.append(of, [e({ timestamp: at(2), customTitle: 'second' })])
    await store.append({ projectKey: 'other', sessionId: 'elsewhere' }, [e({ timestamp: at(0) })])
    const [summary, ...others] = await store.listSessionSummaries('proj')
    assert.ok(summary?.sessionId === 'summ-sess' && others.length === 0 && summary.mtime > 1e12)
    const [listed] = await store.listSessions('proj')
    assert.ok(summary.mtime >= (listed?.mtime ?? Infinity))
    const refolded = sdk.foldSessionSummary(summary, of, [e({ timestamp: at(3) })])
    assert.deepEqual([refolded.sessionId, refolded.mtime], ['summ-sess', summary.mtime])
    await store.append({ ...of, subpath: 'subagents/agent-1' }, [e({ timestamp: at(9), customTitle: 'subagent' })])
    assert.deepEqual((await store.listSessionSummaries('proj'))[0]?.data, summary.data)
    assert.deepEqual(await store.listSessionSummaries('never-appended-project'), [])
    await store.delete(of)
    assert.deepEqual(await store.listSessionSummaries('proj'), [])
  },
}
