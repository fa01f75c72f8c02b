import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ImportStalled, stallTimeout } from '../../src/http/timeouts.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { intercept } from '../../src/storage/intercept.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { entries, linesOf } from '../support/transcripts.ts'
import { pause } from '../support/waitFor.ts'

describe('work that may not stand still', () => {
  it('takes as long as it needs while it gets on', async () => {
    const work = async ({ onAdvance }: { onAdvance: () => void }) => {
      for (let step = 0; step < 12; step++) {
        await pause(60, 'a step takes so long')
        onAdvance()
      }
      return 'done'
    }
    assert.equal(await stallTimeout(600, work), 'done')
  })

  it('is given up and told to end once it does not', async () => {
    let reason: unknown = null
    const work = ({ signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => (reason = signal.reason as unknown))
      return new Promise<never>(() => undefined)
    }
    await assert.rejects(stallTimeout(30, work), ImportStalled)
    assert.ok(reason instanceof ImportStalled)
  })
})

describe('an import by HTTP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-stalled-'))
  let api: Api
  let hangs = false
  let calls = 0
  before(async () => {
    const open = await openSqliteStore({ path: join(folder, 'store.db') })
    const hanging = intercept(open, (method, call) => {
      calls++
      return hangs && method === 'write' ? new Promise<never>(() => undefined) : call()
    })
    api = await startApi({ IMPORT_STALL_MS: '1500' }, { store: hanging })
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const send = async (body: string) => {
    const response = await fetch(`${api.url}/import`, { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  it('that gets on with nothing is told so, and the same file goes on where it can', async () => {
    hangs = true
    const { status, body } = await send(linesOf(entries('u1 a1<u1', 'one')))
    assert.equal(status, 504)
    const { code, message } = body['error'] as { code: string; message: string }
    assert.equal(code, 'TIMEOUT')
    assert.match(message, /made no progress for 1500 ms.*import the same file again to add the rest/)
    hangs = false
    const asked = calls
    await pause(50, 'nothing more is asked')
    assert.equal(calls, asked, 'what was given up asks the store no more')
    const other = await send(linesOf(entries('u1 a1<u1', 'two')))
    assert.deepEqual([other.status, other.body['added']], [200, 2])
  })
})
