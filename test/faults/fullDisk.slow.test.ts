/** A real disk of a few megabytes gets full under a real server, and has room again. */
// Takes long: disks that are filled.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { file, temporaryFolder, turngraph } from '../cli/support.ts'
import { smallDisk } from '../support/smallDisk.ts'
import { holdsAcknowledged, isWhole } from './support/checks.ts'
import { codeOf, postImport, request, send, type Acknowledged, type Answer } from './support/client.ts'
import { transcriptOf } from './support/transcript.ts'

const disk = smallDisk(6 * 1024 * 1024)
const skip = disk === null ? 'only root may mount a small disk' : false
after(() => disk?.remove())

describe('a store whose disk is full', { skip }, () => {
  const data = disk?.folder ?? ''
  const acknowledged: Acknowledged[] = []
  const transcript = transcriptOf('long', 100)
  let api: Api
  const start = async () => (api = await startApi({ DATA: data }))
  const turn = (text: string): Promise<Answer> =>
    send(api.url, { name: 'storeTurn', input: { conversationId: 'c', role: 'USER', text } })
  const ready = async () => {
    const { status, body } = await request(`${api.url}/health/ready`)
    return [status, body.reason ?? null] as const
  }
  const keeps = async () => {
    const scope = api.app.scope()
    await holdsAcknowledged(scope, [{ acknowledged } as never])
    await isWhole(scope, ['c', transcript.sessionId])
  }

  it('refuses a turn with STORE_FULL and 507, and has written nothing of it', async () => {
    await start()
    for (let k = 0; k < 20; k++) acknowledged.push((await turn(`turn ${k}`)).body.data!['storeTurn']!.observation!)
    assert.deepEqual(await ready(), [200, null])
    disk?.fill()
    const rows = await api.app.store.rowCounts()
    for (const text of ['a', 'x'.repeat(1000_000)]) {
      const answer = await fullAnswer(() => turn(text))
      assert.deepEqual([answer.status, codeOf(answer), answer.body.data], [507, 'STORE_FULL', null])
      assert.match(answer.body.errors![0]!.message, /^The disk of the store is full\. Nothing was written\.$/)
    }
    assert.deepEqual(await api.app.store.rowCounts(), { ...rows, ...(await counts(api)) })
  })

  it('is not ready, says why, and tells the log once', async () => {
    assert.deepEqual(await ready(), [503, 'The disk of the store is full. Nothing was written.'])
    await turn('x'.repeat(100_000))
    assert.equal(api.logged.filter((line) => line.includes('is full')).length, 1)
    assert.equal(api.logged.filter((line) => line.includes('Internal error')).length, 0)
  })

  it('goes on answering what is read', async () => {
    await keeps()
  })

  it('refuses attachments and imports alike', async () => {
    const upload = await request(`${api.url}/attachments`, { method: 'PUT', body: 'z'.repeat(500_000) })
    assert.deepEqual([upload.status, codeOf(upload)], [507, 'STORE_FULL'])
    const imported = await postImport(api.url, transcript.text)
    assert.deepEqual([imported.status, codeOf(imported)], [507, 'STORE_FULL'])
    const path = file(temporaryFolder(), 'long.jsonl', transcript.text)
    const { status, stderr } = await turngraph({ DATA: data }, 'import', path)
    assert.equal(status, 1)
    assert.match(stderr, /: The disk is full\. What was stored of the file before stays; import it again/)
  })

  it('goes on by itself once there is room, and the same file again is complete', async () => {
    disk?.empty()
    acknowledged.push((await turn('after')).body.data!['storeTurn']!.observation!)
    assert.deepEqual(await ready(), [200, null])
    assert.equal(api.logged.filter((line) => line.includes('has room again')).length, 1)
    const { body } = await postImport(api.url, transcript.text)
    assert.equal(body.added + body.unchanged, transcript.nodes.length)
    await keeps()
  })

  it('keeps all that was acknowledged when it is stopped and started full', async () => {
    disk?.fill()
    await api.app.close()
    disk?.empty()
    await start()
    await keeps()
    await api.close()
  })

  /** The log may have room of its own left: turns go into it until there is none. */
  async function fullAnswer(ask: () => Promise<Answer>): Promise<Answer> {
    for (let asked = 0; asked < 100_000; asked++) {
      const answer = await ask()
      if (codeOf(answer) !== null) return answer
      acknowledged.push(answer.body.data!['storeTurn']!.observation!)
    }
    assert.fail('The disk is never full.')
  }
  async function counts({ app }: Api): Promise<object> {
    const { observations, messages, events } = await app.store.rowCounts()
    assert.deepEqual([observations, messages], [acknowledged.length, acknowledged.length])
    return { observations, messages, events }
  }
})
