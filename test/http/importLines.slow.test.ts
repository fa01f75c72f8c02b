import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'

const count = 2_300
const session = { sessionId: 'long', isSidechain: false, cwd: '/w', version: '2.1.0', userType: 'external' }

/** A session of Claude Code, so long that it is stored in some batches. */
const file = Array.from({ length: count }, (_, at) =>
  JSON.stringify({
    ...{ ...session, type: 'user', uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}` },
    timestamp: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
    message: { role: 'user', content: `Ask ${at}` },
  }),
).join('\n')

interface Line {
  readonly bytes?: number
  readonly of?: number
  readonly nodes?: number
  readonly added?: number
  readonly conversationIds?: readonly string[]
}

describe('an import over HTTP', () => {
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())
  const send = (body: string, accept: string) =>
    fetch(`${api.url}/import?fileName=long.jsonl`, { method: 'POST', body, headers: { accept } })

  it('says in lines how far it is, and in the last one what came of it', async () => {
    const answer = await send(file, 'application/x-ndjson')
    assert.match(answer.headers.get('content-type') ?? '', /^application\/x-ndjson/)
    const lines = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    const last = lines.pop()
    assert.deepEqual([last?.added, last?.conversationIds], [count, ['long']])
    assert.ok(lines.length > 0)
    for (const [at, { bytes = 0, of, nodes = 0 }] of lines.entries()) {
      assert.equal(of, Buffer.byteLength(file))
      assert.ok(bytes > (lines[at - 1]?.bytes ?? 0) && bytes <= Buffer.byteLength(file) && nodes > 0)
    }
  })

  it('is refused by a status where nothing of it was stored, and answers one report to who wants no lines', async () => {
    const refused = await send('{"name":"package"}', 'application/x-ndjson')
    assert.equal(refused.status, 400)
    assert.equal(((await refused.json()) as { error: { code: string } }).error.code, 'BAD_INPUT')
    const again = await send(file, 'application/json')
    assert.equal(((await again.json()) as { unchanged: number }).unchanged, count)
  })
})
