/** The real disk of a real Neo4j gets full under a real server; it has room again, and the database is started again. */
// Beyond a landing: disks that are filled, and a database of its own on them.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Neo4jServer } from '../../scripts/neo4j.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { neo4jLines, type TestLine } from '../support/neo4j.ts'
import { smallDisk, type SmallDisk } from '../support/smallDisk.ts'
import { holdsAcknowledged, isWhole } from './support/checks.ts'
import { codeOf, request, send, untilReady, type Acknowledged, type Answer } from './support/client.ts'
import { startDatabase } from './support/database.ts'
import { storeOn } from './support/storeOn.ts'

const stopped = 'The database has stopped after an error, as of a full disk: its operator must start it again.'

function fillTheDiskOf({ line, version, skip }: TestLine, disk: SmallDisk | null): void {
  const why = skip || (disk === null && 'only root may mount a small disk')
  describe(`a Neo4j ${version} whose disk is full`, { skip: why }, () => {
    const acknowledged: Acknowledged[] = []
    /** Nothing of it was written. */
    let refusedText = ''
    let database: Neo4jServer
    let api: Api
    before(async () => {
      // Else its log has room of its own for a quarter of a gigabyte.
      const settings = { 'db.tx_log.preallocate': 'false' }
      database = await startDatabase(line, join(disk?.folder ?? '', 'neo4j'), { growsAhead: false, settings })
      api = await startApi({ ...storeOn(database), REQUEST_TIMEOUT_MS: '60000' })
    })
    after(async () => {
      await api.close()
      await database.kill9()
      disk?.remove()
    })

    const turn = (text: string): Promise<Answer> =>
      send(api.url, {
        name: 'storeTurn',
        input: { conversationId: 'c', role: 'USER', text, idempotencyKey: text.slice(0, 20) },
      })
    const stored = async (text: string) => {
      const answer = await turn(text)
      acknowledged.push(answer.body.data!['storeTurn']!.observation!)
    }
    const keeps = async () => {
      await holdsAcknowledged(api.app.scope(), [{ acknowledged } as never])
      await isWhole(api.app.scope(), ['c'])
    }
    const told = `${stopped} Nothing was written.`
    const isTold = async (text: string) => {
      const answer = await turn(text)
      assert.deepEqual([codeOf(answer), answer.body.errors?.[0]?.message], ['TIMEOUT', told])
    }

    it('refuses the turn that meets it with STORE_FULL and 507', async () => {
      for (let k = 0; k < 5; k++) await stored(`turn ${k}`)
      disk?.fill()
      // What was begun of a file has room to its end.
      const most = 200
      for (let k = 0; k < most; k++) {
        refusedText = `${k} `.repeat(8_000)
        const answer = await turn(refusedText)
        if (codeOf(answer) === null) {
          acknowledged.push(answer.body.data!['storeTurn']!.observation!)
          continue
        }
        assert.deepEqual([answer.status, codeOf(answer)], [507, 'STORE_FULL'])
        assert.equal(answer.body.errors?.[0]?.message, 'The disk of the database is full. Nothing was written.')
        return
      }
      assert.fail('It is never full.')
    })

    it('is told to have stopped from then on, whatever is asked, also once there is room', async () => {
      for (const make of [() => undefined, () => disk?.empty()]) {
        make()
        await Promise.all(['a', 'b'].map(isTold))
        const { status, body } = await request(`${api.url}/health/ready`)
        assert.deepEqual([status, body.reason], [503, told])
        const read = await api.send('{ conversation(id: "c") { id } }')
        assert.deepEqual([read.errors[0]?.extensions.code, read.errors[0]?.message], ['TIMEOUT', told])
      }
      assert.equal(api.logged.filter((each) => each.includes('Internal error')).length, 0)
    })

    it('keeps all that was acknowledged and goes on, once it is started again', async () => {
      await database.kill9()
      await database.restart()
      await untilReady(api.url)
      await keeps()
      for (const text of ['after', refusedText]) await stored(text)
      await keeps()
      const { data } = await api.send('{ conversation(id: "c") { transcript { totalCount } } }')
      assert.deepEqual(data, { conversation: { transcript: { totalCount: acknowledged.length } } })
    })
  })
}

for (const line of await neo4jLines()) fillTheDiskOf(line, line.skip === false ? smallDisk(100 * 1024 * 1024) : null)
