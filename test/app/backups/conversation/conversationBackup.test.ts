import assert from 'node:assert/strict'
import { it } from 'node:test'
import { conversationBackup } from '../../../../src/app/backups/conversation/conversationBackup.ts'
import { memorySorter, type OpenSorter } from '../../../../src/app/backups/sorter.ts'
import { StoreFull } from '../../../../src/storage/storeFull.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { say } from '../../../support/talk.ts'

await onEveryStore('an export of a conversation whole, where the temporary folder is full', (on) => {
  it('is refused with the bytes that are needed before its first one, and what was put there goes', async () => {
    const scope = on.scope({ tenant: `full ${on.name}` })
    for (const turnId of ['u1', 'u2', 'u3']) await say(scope, 'talk', turnId, turnId.repeat(50))
    const [put, closed] = [[] as string[], [] as number[]]
    const openSorter: OpenSorter = () => {
      const sorter = memorySorter()
      return {
        ...sorter,
        put(...texts) {
          // As SQLite says it of its temporary file.
          if (put.length === 4) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
          put.push(texts[3])
          sorter.put(...texts)
        },
        close: () => void closed.push(put.length),
      }
    }
    const pieces: Uint8Array[] = []
    const reading = async () => {
      for await (const piece of conversationBackup(scope, 'talk', openSorter)) pieces.push(piece)
    }
    await assert.rejects(reading, (thrown) => {
      assert.ok(thrown instanceof StoreFull)
      const [, bytes = ''] =
        /^The disk of the temporary folder is full: an export of "talk" needs more than (\d+) bytes there\. TMPDIR names another folder\.$/.exec(
          thrown.message,
        ) ?? []
      const sum = put.reduce((all, { length }) => all + length, 0)
      return Number(bytes) > sum
    })
    assert.deepEqual([pieces, closed], [[], [4]])
  })
})
