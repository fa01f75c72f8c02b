// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { compose, type App } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { file, odd, session, temporaryFolder, thereAndBack, turngraph, type Ran } from './support.ts'

const folder = temporaryFolder()
const talk = (id: string, key: string) =>
  session(id, [
    { uuid: `${key}0`, parent: null, role: 'user', content: `ask ${key}` },
    { uuid: `${key}1`, parent: `${key}0`, role: 'assistant', content: { type: 'text', text: `answer ${key}` } },
  ])

describe('turngraph merge and repair', () => {
  let app: App
  const gates = join(folder, 'gates.json')
  const env = { DATA: join(folder, 'local'), GATES: gates }
  const places: { readonly name: string; readonly run: (...args: string[]) => Promise<Ran> }[] = [
    { name: 'here', run: (...args) => turngraph(env, ...args) },
  ]
  const files = [file(folder, 'main.jsonl', talk('main', 'm')), file(folder, 'try.jsonl', talk('try-one', 't'))]
  before(async () => {
    writeFileSync(gates, JSON.stringify({ never: { command: [process.execPath, '-e', 'process.exit(1)'] } }))
    app = await compose(readConfig({ ...env, DATA: join(folder, 'served'), LOG_LEVEL: 'silent' }))
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    places.push({ name: 'on a running server', run: (...args) => turngraph({}, ...args, '--url', url) })
  })
  after(() => app.close())

  it('picks turns, refutes what a gate refutes, and says what is refused, on either place', async () => {
    for (const { name, run } of places) {
      assert.equal((await run('import', ...files)).status, 0, name)
      const refuted = await run('merge', 'main', 'try', '--gate', 'never')
      assert.deepEqual([refuted.status, refuted.stderr], [1, ''], name)
      assert.match(refuted.stdout, /^try-one brings no artifact.*\nNothing survived: there is no join\.\n$/)
      const schema = file(folder, 'schema.json', '{"type":"object"}')
      assert.equal((await run('merge', 'main', 'try', '--schema', schema)).status, 1)
      const picked = await run('merge', 'ma', 'try', '--strategy', 'cherry-pick', '--turn', 'try-one:t0', 'try-one:t1')
      assert.match(
        picked.stdout,
        /^Merged\. The join is \S+\. "turngraph undo main\b.*" moves the head back\.\n$/,
        picked.stderr,
      )
      await thereAndBack(env, picked)
      assert.match((await run('tree', 'main')).stdout, /◆ JOIN CHERRY_PICK ⇐ try-one\n/)
      assert.equal((await run('switch', 'main', 'start')).status, 0)
      const onto = await run('merge', 'main', 'try', '--strategy', 'cherry-pick', '--turn', 'try-one:t0', 'try-one:t1')
      assert.match(onto.stdout, / "turngraph undo main --to-empty\b/, onto.stderr)
      await thereAndBack(env, onto)
      const again = await run('merge', 'main', 'try', '--strategy', 'insights', '--json')
      const { error } = JSON.parse(again.stdout) as { error: { code: string } }
      assert.deepEqual([again.status, error.code], [1, 'ALREADY_MERGED'])
      assert.equal((await run('merge', 'main', 'try', '--schema', join(folder, 'none.json'))).status, 2)
    }
  })

  it('tells what there is to mend, and mends it with --write', async () => {
    const path = file(folder, 'odd.jsonl', odd)
    for (const { name, run } of places) {
      assert.equal((await run('import', path)).status, 0, name)
      const id = (JSON.parse((await run('list', '--json')).stdout) as { conversations: { id: string }[] }).conversations
        .map((one) => one.id)
        .find((one) => !['main', 'try-one'].includes(one)) as string
      const dry = await run('repair', id)
      assert.match(dry.stdout, /^\d faults? can be mended by --write:\n/, dry.stderr)
      const json = async (...args: string[]) =>
        JSON.parse((await run('repair', id, '--json', ...args)).stdout) as { faults: number | null; repairable: number }
      const { repairable, faults } = await json()
      assert.deepEqual([repairable > 0, faults], [true, null])
      const mended = await json('--write')
      assert.deepEqual([mended.faults, mended.repairable], [repairable, 0])
      assert.match((await run('repair', id, '--leave-out')).stdout, /^There is nothing to mend/)
    }
  })
})
