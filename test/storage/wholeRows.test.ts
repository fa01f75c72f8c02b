/** A SQLite file of the commit before rows left out what follows from others. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { integrity } from '../../src/app/integrity/integrity.ts'
import { walkList } from '../../src/app/read/walkList.ts'
import type { Scope } from '../../src/app/scope.ts'
import type { Event } from '../../src/domain/model.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { backedUp } from '../support/backups.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'
import { say } from '../support/talk.ts'
import { longId } from './before/wholeRows.ts'

async function ledgerOf(scope: Scope, owner: string): Promise<Event[]> {
  const lines: Event[] = []
  for await (const page of walkList(scope.reads, 'ledger', owner, { limit: 100 })) lines.push(...page)
  return lines
}

describeOnce('a SQLite file whose rows are whole', () => {
  it('is read as it is, and goes on with rows that are not', async (context) => {
    const path = join(newFolder(), 'store.db')
    writeFileSync(path, brotliDecompressSync(readFileSync(new URL('before/wholeRows.db.br', import.meta.url))))
    const bytes = await openDirectory(newFolder())
    for (let starts = 0; starts < 2; starts++) {
      const store = await openSqliteStore({ path })
      context.after(() => store.close())
      const scope = () =>
        actsOn(
          'the store',
          () => store,
          () => bytes,
        ).scope({ tenant: 'one' })
      const forks = (await ledgerOf(scope(), 'talk')).filter(({ kind }) => kind === 'FORK')
      assert.deepEqual(
        forks.slice(0, 2).map(({ details }) => details),
        [{ fork: 'fork' }, { fork: longId }],
      )
      const fork = await scope().reads.conversation('fork')
      assert.ok(forks.every(({ pathHash }) => pathHash !== null))
      assert.equal(forks[0]?.pathHash, fork?.forkedFrom?.pathHash)
      const [own] = await ledgerOf(scope(), 'fork')
      assert.deepEqual([own?.details, own?.pathHash], [{ source: 'talk' }, fork?.forkedFrom?.pathHash])
      const messages = await store.messages(scope().tenant, ['talk:a1', 'talk:u2'])
      assert.deepEqual(
        messages.map((one) => [one?.turnId, one?.observationCount]),
        [
          ['a1', 1 + starts],
          ['u2', 2],
        ],
      )
      await say(scope(), 'talk', 'a1', `again ${starts}`, { priority: 3 })
      await say(scope(), 'talk', `u${starts + 4}`)
      await forkConversation(scope(), { source: 'talk', newConversationId: `new ${starts}` })
      for (const id of ['talk', 'fork', longId, 'fork of fork', `new ${starts}`])
        assert.deepEqual((await integrity(scope(), id)).findings, [], id)
      assert.ok((await backedUp(scope())).length > 0)
      assert.deepEqual(await store.faults(), [])
      await store.close()
      // The second round begins with a file in which some rows are whole and some are not.
      const database = new DatabaseSync(path)
      const a1 = database.prepare("SELECT turn_id, observations FROM readable_messages WHERE id = 'talk:a1'").all()
      const hashes = database.prepare("SELECT path_hash, head_to FROM readable_events WHERE kind = 'FORK'").all()
      database.close()
      assert.deepEqual(
        a1.map((row) => ({ ...(row as object) })),
        [{ turn_id: 'a1', observations: 2 + starts }],
      )
      assert.ok(hashes.every((row) => (row as { path_hash: unknown }).path_hash !== null))
      assert.ok(hashes.every((row) => (row as { head_to: unknown }).head_to === null))
    }
  })
})
