/** A server on SQLite writes its files anew by itself, soon after an erasure. */
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import {
  automaticPurge,
  type AutomaticPurge,
  type PurgeTimes,
} from '../../../../src/app/erasures/purges/automaticPurge.ts'
import { erase } from '../../../../src/app/erasures/erase.ts'
import { resumeErasures } from '../../../../src/app/erasures/resumeErasures.ts'
import { openParts, type OpenParts } from '../../../../src/compose.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { fileBytes } from '../../../../src/storage/sqlite/fileBytes.ts'
import { temporaryFolder } from '../../../cli/support.ts'
import { say } from '../../../support/talk.ts'
import { waitFor } from '../../../support/waitFor.ts'

const secret = 'XQZSECRETXQZ'
const fast: PurgeTimes = { pauseMs: 5, maxWaitMs: 50, retryMs: 5, quietMs: 60_000, pollMs: 60_000 }

/** Waits for what the purge says of itself. */
function listener() {
  const said: string[] = []
  const take = (_: object, message: string) => {
    said.push(message)
  }
  const saying = async (words: RegExp, from = 0) => {
    await waitFor(() => said.slice(from).some((one) => words.test(one)), { told: () => said.join('\n') })
  }
  return { log: { info: take, warn: take }, saying, said: () => said.length }
}

describe('a purge by itself', { timeout: 120_000 }, () => {
  const folder = temporaryFolder()
  const file = join(folder, 'turngraph.db')
  let [parts, purge]: [OpenParts | null, AutomaticPurge | null] = [null, null]
  let tell = () => {}
  const opened = () => parts ?? assert.fail()
  before(async () => {
    const config = readConfig({ DATA: folder, LOG_LEVEL: 'silent' })
    parts = await openParts(config, {}, undefined, { erased: () => tell() })
  })
  after(async () => {
    await purge?.stop()
    await parts?.close()
  })
  const start = async (heard: ReturnType<typeof listener>, limit: number, times = fast) => {
    await purge?.stop()
    purge = automaticPurge({ ...opened(), log: heard.log, limit, times, bytes: () => fileBytes(file) })
    tell = () => purge?.erased()
    return purge
  }
  const isInFiles = () =>
    readdirSync(folder).some((name) => name.includes('.db') && readFileSync(join(folder, name)).includes(secret))
  const goes = async (id: string) => {
    await say(opened().scope(), id, 'u1', `${secret} ${id}`)
    const { receipt } = await erase(opened().scope(), { messageIds: [`${id}:u1`], reason: 'OTHER' })
    return async () => (await opened().store.erasures(opened().tenant.name, [receipt?.id ?? '']))[0]?.state
  }
  const anew = /Rewrote the files/

  it('deals with several erasures together', async () => {
    const heard = listener()
    await start(heard, 1e9)
    const states = [await goes('a'), await goes('b')]
    // The first may be done already when the second is begun.
    await waitFor(async () => (await Promise.all(states.map((state) => state()))).every((state) => state === 'PURGED'))
    assert.ok(!isInFiles())
  })

  it('waits while somebody reads on from before, and lets nobody wait for nothing', async () => {
    const heard = listener()
    await say(opened().scope(), 'c', 'u0')
    const reader = new DatabaseSync(file, { readOnly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM observations').get()
    await start(heard, 1e9)
    const state = await goes('c')
    await heard.saying(/still sees the state before an erasure/)
    assert.equal(await state(), 'ERASED')
    reader.exec('COMMIT')
    reader.close()
    await heard.saying(anew)
    assert.equal(await state(), 'PURGED')
    assert.ok(!isInFiles())
  })

  it('leaves a file above the limit until nothing is written', async () => {
    const heard = listener()
    await start(heard, 1, { ...fast, quietMs: 1e9 })
    const state = await goes('d')
    await heard.saying(/not yet purged from disk/)
    assert.equal(await state(), 'ERASED')
    // What another process erased is found at the next start, too.
    const later = listener()
    await start(later, 1, { ...fast, quietMs: 0 })
    await later.saying(anew)
    assert.equal(await state(), 'PURGED')
  })

  it('takes what is written meanwhile', async () => {
    const heard = listener()
    const started = await start(heard, 1e9)
    const state = await goes('e')
    const turns = Array.from({ length: 50 }, (_, i) => {
      started.written()
      return say(opened().scope(), `meanwhile ${i}`, 'u')
    })
    await Promise.all(turns)
    await heard.saying(anew)
    assert.equal(await state(), 'PURGED')
    assert.equal(await resumeErasures(opened().scope()), 0)
  })
})
