/** PURGED is said once every place was looked at: what holds something still is named, and what nobody looked at is null. */
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { erase } from '../../../../src/app/erasures/erase.ts'
import { putAttachment } from '../../../../src/app/attachments/attachments.ts'
import { search } from '../../../../src/app/search/search.ts'
import { purged } from '../../../../src/cli/store/purged.ts'
import { openParts, type OpenParts } from '../../../../src/compose.ts'
import { readConfig } from '../../../../src/config/config.ts'
import type { Erasure } from '../../../../src/domain/erasure/erasure.ts'
import type { Tenant } from '../../../../src/domain/model.ts'
import { temporaryFolder } from '../../../cli/support.ts'
import { say } from '../../../support/talk.ts'

const secret = 'a sentence that is erased and long enough'

describe('a purge that looks', { timeout: 120_000 }, () => {
  const folder = temporaryFolder()
  const file = join(folder, 'turngraph.db')
  let parts: OpenParts
  const open = async () => void (parts = await openParts(readConfig({ DATA: folder, LOG_LEVEL: 'silent' })))
  before(open)
  after(() => parts.close())
  const gone = async (id: string, attachmentIds: string[] = []): Promise<Erasure> => {
    await say(parts.scope(), id, 'u1', `${secret}, in ${id}`)
    const { receipt } = await erase(parts.scope(), { messageIds: [`${id}:u1`], attachmentIds, reason: 'OTHER' })
    return receipt ?? assert.fail()
  }
  const stored = async ({ id }: Erasure) => (await parts.scope().store.erasures([id]))[0]
  const purge = () => purged(parts, null, null)
  /** Says what refuses a purge now, and that it is refused; what stands in its way goes, and it is done. */
  const heldBy = async (erasure: Erasure, pattern: RegExp, clear: () => void) => {
    await assert.rejects(purge(), (thrown: Error) => pattern.test(thrown.message))
    assert.equal((await stored(erasure))?.state, 'ERASED')
    clear()
    await purge()
    assert.equal((await stored(erasure))?.state, 'PURGED')
  }

  it('names the log that a reader of an older state keeps', async () => {
    await say(parts.scope(), 'read', 'u0')
    const reader = new DatabaseSync(file, { readOnly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM observations').get()
    const erasure = await gone('read')
    await heldBy(erasure, /Not purged: turngraph\.db-wal: it has \d+ bytes/, () => {
      reader.exec('COMMIT')
      reader.close()
    })
  })

  it('names a copy of an erased attachment, in its place and among what was left of uploads', async () => {
    const bytes = (async function* () {
      yield await Promise.resolve(Buffer.from(secret))
    })()
    const { id } = await putAttachment(parts.scope(), {
      bytes,
      mediaType: 'text/plain',
      fileName: null,
      expected: null,
    })
    const erasure = await gone('files', [id])
    const shelf = join(folder, 'attachments/default', id.slice(0, 2))
    mkdirSync(shelf, { recursive: true })
    writeFileSync(join(shelf, id), secret)
    await assert.rejects(purge(), { message: new RegExp(`attachments: it holds default/${id.slice(0, 2)}/${id}`) })
    rmSync(join(shelf, id))
    const left = join(folder, 'attachments/.uploads/left')
    writeFileSync(left, secret)
    await heldBy(erasure, /attachments: it holds \.uploads\/left/, () => rmSync(left))
    const [, , looked] = (await stored(erasure))?.purge?.looks ?? []
    assert.deepEqual(looked, { place: 'attachments', looked: '0 attachments listed, none of those that were erased' })
  })

  it('lists the attachments that are kept once for all erasures', async () => {
    const named = async (text: string) => {
      const bytes = (async function* () {
        yield await Promise.resolve(Buffer.from(text))
      })()
      return (await putAttachment(parts.scope(), { bytes, mediaType: 'text/plain', fileName: null, expected: null })).id
    }
    const erasures = [await gone('one', [await named('one')]), await gone('two', [await named('two')])]
    const scope = parts.scope()
    let lists = 0
    const kept = (tenant: Tenant) => {
      lists++
      return scope.attachmentBytes.kept(tenant)
    }
    await purged(parts, null, null, [{ ...scope, attachmentBytes: { ...scope.attachmentBytes, kept } }])
    for (const erasure of erasures) assert.equal((await stored(erasure))?.state, 'PURGED')
    assert.equal(lists, 1)
  })

  it('names the search index that has words of before', async () => {
    const erasure = await gone('indexed')
    await search(parts.scope(), 'anything', null, { first: 1 })
    const index = new DatabaseSync(join(folder, 'search.db'))
    const store = new DatabaseSync(file, { readOnly: true })
    const { row } = store.prepare('SELECT max(rowid) AS row FROM observations').get() as { row: number }
    store.close()
    index.prepare('INSERT INTO documents (rowid, words) VALUES (?, ?)').run(row, secret)
    const clear = () => {
      index.prepare('DELETE FROM documents WHERE rowid = ?').run(row)
      index.close()
    }
    await heldBy(erasure, /search index: it has words of 1 of its observations/, clear)
  })

  it('says of every place what was looked at, and of erased texts that nobody searched for them once the process that erased is gone', async () => {
    const placesOf = async (erasure: Erasure) =>
      ((await stored(erasure))?.purge?.looks ?? []).map(({ place, looked }) => [
        place,
        looked === null ? null : looked.replaceAll(/\d+/g, 'n'),
      ])
    const files = (name: string) => [
      [name, 'n pages, rewritten, none free'],
      [`${name}-wal`, 'empty'],
      [`${name}-journal`, 'not there'],
    ]
    const expected = (texts: string | null) => [
      ['rows', 'n observations read again, all empty'],
      ['search index', 'the words of n observations, none erased'],
      ['attachments', 'the receipt names no attachment'],
      ...[...files('turngraph.db'), ...files('search.db')],
      ['erased texts', texts],
    ]
    const known = await gone('known')
    await purge()
    assert.deepEqual(
      await placesOf(known),
      expected('n pieces of n bytes searched for in the store\u2019s file and its logs'.replace('\u2019', "'")),
    )
    const unknown = await gone('unknown')
    const byWord = await gone('by word')
    await parts.close()
    await open()
    await purged(parts, byWord.id, 'shredded the disk')
    assert.deepEqual((await stored(byWord))?.purge?.looks?.at(-1), { place: 'files of the store', looked: null })
    await purge()
    assert.deepEqual(await placesOf(unknown), expected(null))
  })
})
