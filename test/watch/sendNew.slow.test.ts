import assert from 'node:assert/strict'
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { connect } from '../../src/client/client.ts'
import type { ConnectedGraph, FileInput, ImportOptions } from '../../src/client/graphClient.ts'
import { compose, type App } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { sendNew } from '../../src/watch/sendNew.ts'
import { entries, linesOf } from '../support/transcripts.ts'
import { homeFolder, placeIn, watched } from '../support/watched.ts'

describe('a watcher of a server far away', () => {
  let app: App
  let graph: ConnectedGraph
  before(async () => {
    app = await compose(readConfig({ DATA: homeFolder(), LOG_LEVEL: 'silent' }))
    graph = await connect({ url: await app.server.listen({ host: '127.0.0.1', port: 0 }) })
  })
  after(async () => {
    await graph.close()
    await app.close()
  })

  /** Follows a home folder; says how many bytes of each file were sent. */
  function following(home: string) {
    const sent: number[] = []
    const send = async (file: FileInput, options: ImportOptions) => {
      let bytes = -(options.held?.bytes ?? 0)
      for await (const piece of file.open()) bytes += piece.length
      const imported = await graph.import(file, options)
      sent.push(bytes)
      return imported
    }
    const watch = watched(home, sendNew(send))
    // What cannot be followed would be waited for until the next look at all files.
    const until = (holds: () => boolean | Promise<boolean>) =>
      watch.until(() => {
        assert.deepEqual(watch.failures, [])
        return holds()
      })
    return { ...watch, until, sent }
  }
  const talkOf = async (id: string) => {
    const found: Uint8Array[] = []
    for await (const piece of (await graph.export(id, { format: 'ORIGINAL' })).pieces) found.push(piece)
    return Buffer.concat(found).toString()
  }
  const lines = (session: string, drawing: string) => linesOf(entries(drawing, session))

  it('sends what is new of a file that grows, also when it starts anew', async () => {
    const home = homeFolder()
    const path = placeIn(home, '.claude/projects/-w/grows.jsonl')
    const whole = lines('grows', 'u1 a1<u1 u2<a1 a2<u2 u3<a2 a3<u3')
    const parts = whole.split(/(?<=\n)/)
    writeFileSync(path, parts.slice(0, 2).join(''))
    const one = following(home)
    await one.watching.settled
    appendFileSync(path, parts.slice(2, 4).join(''))
    await one.until(async () => (await talkOf('grows')) === parts.slice(0, 4).join(''))
    await one.close()
    assert.deepEqual(one.sent, [
      Buffer.byteLength(parts.slice(0, 2).join('')),
      Buffer.byteLength(parts.slice(2, 4).join('')),
    ])

    appendFileSync(path, parts.slice(4).join(''))
    const other = following(home)
    await other.watching.settled
    assert.deepEqual(other.sent, [Buffer.byteLength(parts.slice(4).join(''))])
    assert.equal(await talkOf('grows'), whole)
    await other.close()
    const third = following(home)
    await third.watching.settled
    await third.close()
    assert.deepEqual([third.sent, third.imported, third.failures], [[0], [], []])
  })

  it('sends the whole of a file that was truncated or replaced, and loses nothing', async () => {
    const home = homeFolder()
    const path = placeIn(home, '.claude/projects/-w/other.jsonl')
    const whole = lines('other', 'u4 a4<u4 u5<a4 a5<u5')
    writeFileSync(path, whole)
    const watch = following(home)
    await watch.watching.settled
    const half = whole
      .split(/(?<=\n)/)
      .slice(0, 2)
      .join('')
    writeFileSync(path, half)
    await watch.until(() => watch.sent.length === 2)
    const replaced = lines('other', 'u6 a6<u6')
    writeFileSync(`${path}.new`, replaced)
    renameSync(`${path}.new`, path)
    await watch.until(() => watch.imported.length >= 2)
    await watch.close()
    assert.deepEqual(
      watch.sent,
      [whole, half, replaced].map((text) => Buffer.byteLength(text)),
    )
    const query = 'query { conversation(id: "other") { treeShape { nodes } } }'
    assert.deepEqual(await graph.query(query), { conversation: { treeShape: { nodes: 6 } } })
  })

  it('refuses what names a beginning by halves, and one that the store does not hold', async () => {
    const refused = async (query: string, code: string) => {
      const response = await app.server.inject({
        method: 'POST',
        url: `/import?${query}`,
        payload: 'x',
        headers: { 'content-type': 'application/octet-stream' },
      })
      assert.equal((JSON.parse(response.body) as { error: { code: string } }).error.code, code)
    }
    await refused('heldBy=grows&heldBytes=1', 'BAD_INPUT')
    await refused(`heldBy=grows&heldBytes=x&heldSha256=${'0'.repeat(64)}`, 'BAD_INPUT')
    await refused(`heldBy=nothing&heldBytes=1&heldSha256=${'0'.repeat(64)}`, 'NOT_FOUND')
  })
})
