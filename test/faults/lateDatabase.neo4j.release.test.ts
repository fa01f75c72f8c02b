/** `turngraph import` is started before its Neo4j, which then breaks its connections now and then. */
// Beyond a landing: it waits until a server has given a database up.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../../scripts/neo4j/port.ts'
import { run } from '../../src/cli/run.ts'
import { collector, edited, file, temporaryFolder } from '../cli/support.ts'
import { neo4jLines, withNeo4j, type TestNeo4j } from '../support/neo4j.ts'
import { storeOn } from './support/storeOn.ts'
import { slowProxy, type SlowProxy } from './support/slowProxy.ts'

const transcript = file(temporaryFolder(), 'edited.jsonl', edited)

/** Returns a stream, and what resolves once something was written to it that fits. */
function watched(wanted: RegExp): { readonly stream: Writable; readonly seen: Promise<void> } {
  let tell = () => {}
  let text = ''
  const seen = new Promise<void>((resolve) => (tell = resolve))
  const write = (piece: Buffer, _: unknown, done: () => void) => {
    text += piece.toString()
    if (wanted.test(text)) tell()
    done()
  }
  return { stream: new Writable({ write }), seen }
}

for (const { line, version, skip } of await neo4jLines())
  describe(`an import into a Neo4j ${version} that starts late`, { skip }, () => {
    let database: TestNeo4j
    let proxy: SlowProxy | null = null
    before(async () => {
      database = await withNeo4j(line)
    })
    after(() => proxy?.close())

    it('waits for it, says so, and stores everything', { timeout: 300_000 }, async () => {
      const port = await freePort()
      const env = { ...storeOn({ ...database, uri: `bolt://127.0.0.1:${port}` }), LOG_LEVEL: 'silent' }
      const stdout = collector()
      const stderr = watched(/Neo4j cannot be reached at \S+\. It is tried again, for up to 2 minutes/)
      const importing = run(['import', transcript], { env, stdout: stdout.stream, stderr: stderr.stream })
      await stderr.seen
      proxy = await slowProxy(Number(new URL(database.uri).port), port)
      assert.equal(await importing, 0, stdout.text())
      assert.match(stdout.text(), /1 file, 0 refused; \d+ nodes added\./)
    })
  })
