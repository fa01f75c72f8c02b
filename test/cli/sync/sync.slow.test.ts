// Takes long: two programs write to the same folder in rounds, each by a process of its own.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { connect, type ConnectedGraph } from '../../../src/client/client.ts'
import { compose, type App } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'
import { goJson } from '../../../src/formats/neo/goJson.ts'
import { syncFolder } from '../../../src/cli/sync/syncFolder.ts'
import { collector, temporaryFolder, turngraph, type Ran } from '../support.ts'
import { goStoreIn } from './support.ts'

interface Thread {
  readonly conversation_id: string
  readonly title?: string
  readonly turns: readonly { readonly role: string; readonly text: string; readonly ts: string }[]
  readonly updated: string
}
interface Synced {
  readonly directory: string | null
  readonly added: number
  readonly written: number
  readonly conflicts: number
  readonly refused: number
  readonly threads: readonly {
    readonly conversationId: string
    readonly conflict: boolean
    readonly written: readonly string[]
  }[]
}

/** The other program: it reads a thread, appends a turn and writes the file anew. */
interface Program {
  append(dir: string, ids: readonly string[], role: string, text: string): void
  get(dir: string, id: string): Thread
  list(dir: string): readonly { readonly conversation_id: string; readonly turn_count: number }[]
}

const folder = temporaryFolder()
const newFolder = (name: string) => mkdtempSync(join(folder, name))
const threadAt = (dir: string, id: string) => JSON.parse(readFileSync(join(dir, `${id}.json`), 'utf8')) as Thread
const write = (dir: string, name: string, text: string) => {
  writeFileSync(join(dir, `${name}.tmp`), text)
  renameSync(join(dir, `${name}.tmp`), join(dir, name))
}
let clock = Date.UTC(2026, 10, 1)
const now = () => new Date((clock += 1000)).toISOString()

const simulated: Program = {
  append(dir, ids, role, text) {
    for (const id of ids) {
      const before = existsSync(join(dir, `${id}.json`)) ? threadAt(dir, id) : { conversation_id: id, turns: [] }
      const { conversation_id, turns, ...rest } = before
      const [ts, updated] = [now(), now()]
      write(dir, `${id}.json`, goJson({ conversation_id, ...rest, turns: [...turns, { role, text, ts }], updated }))
    }
  },
  get: threadAt,
  list: (dir) =>
    readdirSync(dir).flatMap((name) => {
      const turns = name.endsWith('.json') ? threadAt(dir, name.slice(0, -5)).turns.length : 0
      return turns === 0 ? [] : [{ conversation_id: name.slice(0, -5), turn_count: turns }]
    }),
}

/** What its later version has, which writes lines. */
interface Lines {
  append(dir: string, id: string, role: string, text: string): void
  /** All turns and the sidecar; fails where a member is written that it does not know. */
  history(dir: string, id: string): Pick<Thread, 'turns'> & { readonly meta: Readonly<Record<string, unknown>> }
}

/** The same with that store's structs, where Go is installed. */
function inGo(): (Program & { readonly lines: Lines }) | null {
  const built = goStoreIn(folder)
  if (built === null) return null
  const run = (...args: string[]) => execFileSync(built, args, { encoding: 'utf8' })
  return {
    append: (dir, ids, role, text) => void run('append', dir, ids.join(','), role, text),
    get: (dir, id) => JSON.parse(run('get', dir, id)) as Thread,
    list: (dir) => JSON.parse(run('list', dir)) as ReturnType<Program['list']>,
    lines: {
      append: (dir, id, role, text) => void run('append-line', dir, id, role, text),
      history: (dir, id) => JSON.parse(run('history', dir, id)) as ReturnType<Lines['history']>,
    },
  }
}
const go = inGo()
const programs: readonly (readonly [string, Program])[] = [
  ['written as it does', simulated],
  ...(go ? [['in Go', go] as const] : []),
]

/** A store on disk, and what is done with it. */
function ours() {
  const data = newFolder('data-')
  const run = (...args: string[]): Promise<Ran> => turngraph({ DATA: data }, ...args)
  const inStore = async <T>(work: (graph: ConnectedGraph) => Promise<T>): Promise<T> => {
    const graph = await connect({ data })
    return work(graph).finally(() => graph.close())
  }
  return {
    run,
    sync: async (dir: string, status = 0) => {
      const { stdout, stderr, status: ended } = await run('sync', dir, '--json')
      assert.equal(ended, status, stderr)
      return JSON.parse(stdout) as Synced
    },
    with: inStore,
    store: (of: string | readonly string[], text: string, role: 'USER' | 'ASSISTANT' = 'USER') =>
      inStore(async ({ conversations }) => {
        for (const id of [of].flat()) await conversations.open(id).append({ role, text })
      }),
  }
}
const written = () => Promise.resolve(true)
const terminal = { env: {}, stdout: collector().stream, stderr: collector().stream }
const output = { terminal, json: true, say: written, put: written, note: written, complain: written }
const texts = ({ turns }: Thread) => turns.map(({ text }) => text)

for (const [name, program] of programs)
  describe(`a folder that a Neo store (${name}) and turngraph write`, () => {
    it('holds 16 threads whole after two rounds of both', { timeout: 300_000 }, async () => {
      const [store, dir] = [ours(), newFolder('threads-')]
      const ids = Array.from({ length: 16 }, (_, i) => `conv_${i.toString(16).padStart(2, '0')}`)
      program.append(dir, ids, 'user', 'first <one> & ütf "x"')
      program.append(dir, ids, 'assistant', 'yes')
      const first = await store.sync(dir)
      assert.deepEqual([first.added, first.written, first.conflicts, first.refused], [32, 0, 0, 0])
      for (const round of [1, 2]) {
        await store.store(ids, `ours ${round}`)
        const out = await store.sync(dir)
        assert.deepEqual([out.added, out.written, out.conflicts, out.refused], [0, 16, 0, 0])
        program.append(dir, ids, 'assistant', `theirs ${round}`)
        const back = await store.sync(dir)
        assert.deepEqual([back.added, back.written, back.conflicts, back.refused], [16, 0, 0, 0])
      }
      const wanted = ['first <one> & ütf "x"', 'yes', 'ours 1', 'theirs 1', 'ours 2', 'theirs 2']
      for (const id of ids) assert.deepEqual(texts(program.get(dir, id)), wanted)
      assert.deepEqual(
        program.list(dir).map(({ turn_count: count }) => count),
        ids.map(() => 6),
      )
      const shown = JSON.parse((await store.run('list', '--json')).stdout) as { conversations: { turnCount: number }[] }
      assert.deepEqual(
        shown.conversations.map(({ turnCount }) => turnCount),
        ids.map(() => 6),
      )
      assert.deepEqual(
        readdirSync(dir).sort(),
        ids.map((id) => `${id}.json`),
      )
    })

    it('gets threads that began here, and gives those that began there', { timeout: 120_000 }, async () => {
      const [store, dir] = [ours(), newFolder('threads-')]
      await store.store('conv_ours', 'began here')
      program.append(dir, ['conv_theirs'], 'user', 'began there')
      const { threads } = await store.sync(dir)
      assert.deepEqual(
        threads.map((one) => [one.conversationId, one.written.length]),
        [
          ['conv_ours', 1],
          ['conv_theirs', 0],
        ],
      )
      program.append(dir, ['conv_ours'], 'assistant', 'went on there')
      await store.store('conv_theirs', 'went on here')
      await store.sync(dir)
      assert.deepEqual(texts(program.get(dir, 'conv_ours')), ['began here', 'went on there'])
      assert.deepEqual(texts(program.get(dir, 'conv_theirs')), ['began there', 'went on here'])
      const again = await store.sync(dir)
      assert.deepEqual([again.added, again.written], [0, 0])
    })
  })

describe('turngraph sync', () => {
  let app: App
  before(async () => {
    app = await compose(readConfig({ DATA: newFolder('served-'), LOG_LEVEL: 'silent' }))
  })
  after(() => app.close())

  it('makes versions of what both went on with, and names them once', async () => {
    const [store, dir] = [ours(), newFolder('threads-')]
    simulated.append(dir, ['c', 'd'], 'user', 'asked')
    await store.sync(dir)
    await store.store('c', 'ours', 'ASSISTANT')
    simulated.append(dir, ['c'], 'assistant', 'theirs')
    const { stdout } = await store.run('sync', dir)
    assert.match(stdout, /^c: 1 turn came in, written\nc: both went on;.*tree c\).*in the thread c@turngraph\.\n/)
    assert.match(stdout, /2 threads: 1 turn came in, 1 written, 1 conflict, 0 refused\.\n$/)
    assert.deepEqual(texts(threadAt(dir, 'c')), ['asked', 'theirs'])
    assert.deepEqual(texts(threadAt(dir, 'c@turngraph')), ['asked', 'ours'])
    const shape = JSON.parse((await store.run('stats', 'c', '--json')).stdout) as { treeShape?: { leaves: number } }
    assert.match(JSON.stringify(shape), /"leaves":2/)
    const again = await store.sync(dir)
    assert.deepEqual([again.added, again.written, again.conflicts], [0, 0, 0])
  })

  it('takes in first what the other program writes meanwhile', async () => {
    const [store, dir] = [ours(), newFolder('threads-')]
    simulated.append(dir, ['c'], 'user', 'asked')
    await store.sync(dir)
    await store.store('c', 'ours', 'ASSISTANT')
    const [one] = await store.with((graph) => {
      let isFirst = true
      const slow: ConnectedGraph = {
        ...graph,
        export: async (...given) => {
          if (isFirst) simulated.append(dir, ['c'], 'assistant', 'theirs')
          isFirst = false
          return graph.export(...given)
        },
      }
      return syncFolder({ ...output, graph: slow }, dir)
    })
    assert.deepEqual([one?.added, one?.conflict, one?.written.length, one?.error], [1, true, 1, null])
    assert.deepEqual(texts(threadAt(dir, 'c')), ['asked', 'theirs'])
    assert.deepEqual(readdirSync(dir).sort(), ['c.json', 'c@turngraph.json'])
  })

  it('gives up a file that is written all the time, and says so', async () => {
    const [store, dir] = [ours(), newFolder('threads-')]
    simulated.append(dir, ['c'], 'user', 'asked')
    const [one] = await store.with((graph) => {
      const busy: ConnectedGraph = {
        ...graph,
        export: (...given) => (simulated.append(dir, ['c'], 'assistant', 'more'), graph.export(...given)),
      }
      return syncFolder({ ...output, graph: busy }, dir)
    })
    assert.equal(one?.error?.code, 'FILE_BUSY')
    assert.deepEqual(readdirSync(dir), ['c.json'])
    assert.equal(threadAt(dir, 'c').turns.length, 1 + 5)
  })

  it('leaves a file that cannot be read as it is, and names it', async () => {
    const [store, dir] = [ours(), newFolder('threads-')]
    simulated.append(dir, ['good'], 'user', 'hello')
    const broken = '{"conversation_id":"broken","turns":[{"role":"us'
    write(dir, 'broken.json', broken)
    await store.store('broken', 'of the same name')
    const { refused, threads } = await store.sync(dir, 1)
    assert.deepEqual([refused, threads.length], [1, 2])
    assert.equal(readFileSync(join(dir, 'broken.json'), 'utf8'), broken)
    const { stderr } = await store.run('sync', dir)
    assert.match(stderr, /broken/)
  })

  it('writes no thread without turns and no experiment', async () => {
    const [store, dir] = [ours(), newFolder('threads-')]
    write(dir, 'empty.json', '{"conversation_id":"empty","turns":[],"updated":"2026-01-01T00:00:00Z"}')
    const { added, written, refused } = await store.sync(dir)
    assert.deepEqual([added, written, refused], [0, 0, 0])
    await store.store('source', 'said')
    await store.with((graph) => graph.conversations.open('source').fork({ id: 'tried', origin: 'EXPERIMENT' }))
    const elsewhere = newFolder('others-')
    await store.sync(elsewhere)
    assert.deepEqual(readdirSync(elsewhere), ['source.json'])
  })

  it('goes on in lines where the folder has lines', async () => {
    const [store, dir] = [ours(), newFolder('threads-')]
    const line = (text: string, ts: string) => `${goJson({ role: 'user', text, ts })}\n`
    writeFileSync(join(dir, 'l.jsonl'), line('one', '2026-01-01T00:00:00Z'))
    await store.sync(dir)
    await store.store('l', 'two', 'ASSISTANT')
    await store.store('new', 'three')
    await store.sync(dir)
    assert.deepEqual(readdirSync(dir).sort(), ['l.jsonl', 'new.jsonl'])
    const rows = readFileSync(join(dir, 'l.jsonl'), 'utf8').trimEnd().split('\n')
    assert.deepEqual(
      rows.map((row) => (JSON.parse(row) as { text: string }).text),
      ['one', 'two'],
    )
    assert.equal(rows[0], line('one', '2026-01-01T00:00:00Z').trimEnd())
  })

  it(
    'is understood by that store’s own structs where it keeps lines, archive and sidecar (Go)',
    { skip: go ? false : 'Go was not found', timeout: 120_000 },
    async () => {
      const { lines } = go ?? assert.fail()
      const [store, dir] = [ours(), newFolder('threads-')]
      lines.append(dir, 'l', 'user', 'one <b> & \u2028 "é"')
      await store.sync(dir)
      await store.store('l', 'two', 'ASSISTANT')
      await store.sync(dir)
      lines.append(dir, 'l', 'user', 'three')
      const { added, written } = await store.sync(dir)
      assert.deepEqual([added, written], [1, 0])
      await store.with((graph) => graph.conversations.open('l').fork({ id: 'forked', at: { turn: 2 }, title: 'Named' }))
      await store.store('forked', 'elsewhere')
      await store.store('long', 'first')
      await store.with(async ({ conversations }) => {
        const turns = Array.from({ length: 1004 }, (_, i) => ({ role: 'USER' as const, text: `t${i}` }))
        for (let from = 0; from < turns.length; from += 100)
          await conversations.open('long').append(turns.slice(from, from + 100))
      })
      await store.sync(dir)
      const texts = (id: string) => lines.history(dir, id).turns.map(({ text }) => text)
      assert.deepEqual(texts('l'), ['one <b> & \u2028 "é"', 'two', 'three'])
      assert.deepEqual(texts('forked'), ['one <b> & \u2028 "é"', 'two', 'elsewhere'])
      const { title, forked_from: from, forked_at_turn: turn } = lines.history(dir, 'forked').meta
      assert.deepEqual([title, from, turn], ['Named', 'l', 2])
      assert.ok(existsSync(join(dir, 'long.archive.jsonl')))
      assert.deepEqual(texts('long'), ['first', ...Array.from({ length: 1004 }, (_, i) => `t${i}`)])
      const again = await store.sync(dir)
      assert.deepEqual([again.added, again.written, again.refused], [0, 0, 0])
    },
  )

  it('finds the folder as that store does, and does nothing where there is none', async () => {
    const root = newFolder('root-')
    const data = newFolder('data-')
    const found = async (env: Record<string, string>, ...args: string[]) => {
      const { stdout, status } = await turngraph({ DATA: data, ...env }, 'sync', '--json', ...args)
      assert.equal(status, 0)
      return (JSON.parse(stdout) as Synced).directory
    }
    const [cortex, other] = [join(root, 'cortex'), join(root, 'other')]
    assert.equal(await found({ NEO_CONVERSATIONS_DIR: other, NEO_CORTEX_ROOT: cortex }), other)
    assert.equal(await found({ NEO_CONVERSATIONS_DIR: ' ', NEO_CORTEX_ROOT: cortex }), join(root, 'conversations'))
    assert.equal(await found({}, '--cortex-root', cortex), join(root, 'conversations'))
    const { stdout, stderr, status } = await turngraph({ DATA: join(root, 'none') }, 'sync')
    assert.deepEqual([status, stdout, existsSync(join(root, 'none'))], [0, '', false])
    assert.match(stderr, /Nothing was synced/)
  })

  it('works on a running server too', async () => {
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    const dir = newFolder('threads-')
    simulated.append(dir, ['s'], 'user', 'hello')
    const { stdout, status } = await turngraph({}, 'sync', dir, '--url', url, '--json')
    assert.deepEqual([status, (JSON.parse(stdout) as Synced).added], [0, 1])
  })
})

describe('turngraph export --all', () => {
  it('writes every thread as a file, whole or not at all, and names those that cannot be one', async () => {
    const [store, dir] = [ours(), join(folder, 'all')]
    await store.store(['a', 'b', 'not/a/file'], 'said')
    const { status, stdout, stderr } = await store.run('export', '--all', '--format', 'neo-json', dir)
    assert.equal(status, 1)
    assert.match(stderr, /not\/a\/file/)
    assert.match(stdout, /2 files of tenant default written to .*, 1 refused/)
    assert.deepEqual(readdirSync(dir).sort(), ['a.json', 'b.json'])
    assert.deepEqual(texts(threadAt(dir, 'a')), ['said'])
    assert.equal((await store.run('export', '--all')).status, 1)
  })
})
