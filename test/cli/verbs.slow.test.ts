// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { join } from 'node:path'
import { compose, type App } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { edited, file, temporaryFolder, turngraph, type Ran } from './support.ts'

const folder = temporaryFolder()
const path = file(folder, 'edited.jsonl', edited)

describe('the verbs of a version graph', () => {
  let app: App
  const places: { readonly name: string; readonly run: (...args: string[]) => Promise<Ran> }[] = [
    {
      name: 'on the store that the environment names',
      run: (...args) => turngraph({ DATA: join(folder, 'local') }, ...args),
    },
  ]
  before(async () => {
    app = await compose(readConfig({ DATA: join(folder, 'served'), LOG_LEVEL: 'silent' }))
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    places.push({ name: 'on a running server', run: (...args) => turngraph({}, '--url', url, ...args) })
  })
  after(() => app.close())

  it('fork, rewind, undo, rename, delete and bring back, and the ledger lists them, on either place', async () => {
    for (const { name, run } of places) {
      const said = async (...args: string[]) => {
        const { status, stdout, stderr } = await run(...args)
        assert.deepEqual([status, stderr], [0, ''], `${name}: ${args.join(' ')}`)
        return stdout
      }
      const document = async (...args: string[]) => JSON.parse(await said(...args, '--json')) as Record<string, unknown>
      await said('import', path)

      assert.equal(
        await said('fork', 'edit', '--at', '2', '--dry-run'),
        'Dry run: the fork would share the first 2 turns of edited.\n',
      )
      assert.equal(
        await said('fork', 'edit', '--at', '2', '--as', 'warm', '--title', 'A warm one'),
        'warm shares the first 2 turns of edited.\n',
      )
      const forked = await document('fork', 'edited', '--before', '1')
      assert.deepEqual([forked['source'], forked['sharedLength'], forked['copied']], ['edited', 0, 0])
      const refused = await run('fork', 'edited', '--at', '9')
      assert.deepEqual([refused.status, refused.stdout], [1, ''])
      assert.match(refused.stderr, /The path of "edited" has no turn 9\./)
      assert.equal((await run('fork', 'edited', '--at', '1', '--before', '2')).status, 2)

      assert.match(
        await said('rewind', 'edited', '--before', '3', '--note', 'too dark'),
        /^The head of edited is now at turn 2 \(\S+\); 2 entries left the transcript\. "turngraph switch edited \S+.*" moves the head back\.\n$/,
      )
      assert.equal((await run('rewind', 'edited')).status, 2)
      assert.match(
        await said('undo', 'edited'),
        /^The head of edited is now at turn 4 \(\S+\)\. "turngraph switch edited \S+.*" moves the head back\.\n$/,
      )
      assert.match(
        await said('rewind', 'warm', '--before', '1'),
        /^The head of warm is now before the first turn; 2 entries left/,
      )

      assert.equal(await said('rename', 'edited', 'Colours'), 'edited is called "Colours".\n')
      assert.equal(await said('rename', 'edited', ''), 'edited is called "Name a colour".\n')

      assert.match(await said('archive', 'edit'), /^edited is archived; "turngraph unarchive edited"/)
      assert.doesNotMatch(await said('list'), /edited/)
      assert.match(await said('list', '--archived'), /edited {2}Name a colour\n$/)
      assert.match(await said('show', 'edit'), /Name a colour/)
      assert.equal(await said('unarchive', 'edit'), 'edited is listed again.\n')
      assert.match(await said('list'), /edited/)
      assert.equal(await said('list', '--archived'), 'No conversation is archived.\n')

      const lines = (await said('log', 'edited')).split('\n')
      assert.match(lines[0] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d {2}#\d+ +UNARCHIVE$/)
      assert.ok(lines.some((line) => / RENAME +to "Colours"$/.test(line)))
      assert.match(lines.find((line) => line.includes('REWIND')) ?? '', /head turn 2 \(\S+\).*"too dark"/)
      const kinds = async (...args: string[]) => {
        const { events, hasMore } = (await document('log', 'edited', ...args)) as {
          events: { kind: string }[]
          hasMore: boolean
        }
        return [events.map(({ kind }) => kind), hasMore]
      }
      assert.deepEqual(await kinds('--limit', '3'), [['UPDATE', 'UPDATE', 'UPDATE'], true])
      assert.deepEqual((await kinds('--all'))[1], false)

      assert.match(await said('delete', 'warm', '--note', 'a mistake'), /"turngraph restore-conversation warm"/)
      assert.doesNotMatch(await said('list'), /warm/)
      assert.equal(await said('restore-conversation', 'war'), 'warm is listed again.\n')
      assert.match(await said('list'), /A warm one/)
      assert.equal((await run('log', 'nothing-like-it')).status, 1)
    }
  })

  it('says where the explorer shows a conversation', async () => {
    const [local, remote] = places
    assert.equal((await local?.run('open', 'edited'))?.stdout, 'http://127.0.0.1:4000/c/edited\n')
    assert.match((await remote?.run('open', 'edited'))?.stdout ?? '', /^http:\/\/127\.0\.0\.1:\d+\/c\/edited\n$/)
    const env = {
      DATA: join(folder, 'local'),
      HOST: '0.0.0.0',
      PORT: '8080',
      ALLOWED_HOSTS: 'example.org',
      AUTH: 'keys',
    }
    assert.equal((await turngraph(env, 'open', 'edited')).stdout, 'http://127.0.0.1:8080/c/edited\n')
  })
})

describe('options in front of a command', () => {
  const env = { DATA: join(folder, 'front') }
  it('are the command’s, and one behind it counts more', async () => {
    assert.equal((JSON.parse((await turngraph(env, '--json', 'import', path)).stdout) as { added: number }).added, 6)
    assert.match((await turngraph(env, '--json', 'list')).stdout, /^\{\n {2}"conversations": \[\n/)
    const nowhere = await turngraph(env, '--url', 'http://127.0.0.1:9', 'list')
    assert.equal(nowhere.status, 1)
    assert.equal((await turngraph(env, '--tenant', 'nobody', 'list', '--tenant', 'default')).status, 0)
  })
  it('are refused where the command has none such, or where they contradict', async () => {
    assert.deepEqual(await turngraph(env, '--url', 'http://127.0.0.1:9', 'serve'), {
      status: 2,
      stdout: '',
      stderr: "turngraph: 'serve' has no option '--url'\n",
    })
    assert.equal((await turngraph(env, '--url', 'http://127.0.0.1:9', 'list', '--tenant', 'a')).status, 2)
    assert.equal((await turngraph(env, '--url', 'nowhere', 'list')).status, 2)
  })
})
