// Takes long: each command runs as a process, here and against a server.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { compose, type App } from '../../src/compose.ts'
import { connect } from '../../src/client/client.ts'
import { readConfig } from '../../src/config/config.ts'
import { edited, file, odd, session, temporaryFolder, turngraph, type Ran } from './support.ts'

const folder = temporaryFolder()
const files = join(folder, 'files')
file(files, 'a/edited.jsonl', edited)
file(files, 'odd.jsonl', odd)
file(files, 'notes.txt', 'no transcript')

interface Place {
  readonly name: string
  readonly run: (...args: string[]) => Promise<Ran>
}
const parsed = (ran: Ran): unknown => JSON.parse(ran.stdout)

describe('the command line', () => {
  const env = { DATA: join(folder, 'local') }
  let app: App
  const places: Place[] = [
    { name: 'on the store that the environment names', run: (...args) => turngraph(env, ...args) },
  ]
  before(async () => {
    app = await compose(readConfig({ DATA: join(folder, 'served'), LOG_LEVEL: 'silent' }))
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    places.push({ name: 'on a running server', run: (...args) => turngraph({}, ...args, '--url', url) })
  })
  after(() => app.close())

  /** What a command says on either place, times and counts of rows aside. */
  const both = async (...args: string[]): Promise<[Ran, Ran]> => {
    const [local, remote] = await Promise.all(places.map((place) => place.run(...args)))
    return [local as Ran, remote as Ran]
  }

  it('imports the .jsonl files of a folder and those below, and says what came of each', async () => {
    for (const { name, run } of places) {
      const { status, stdout, stderr } = await run('import', files)
      assert.equal(status, 0, `${name}: ${stderr}`)
      assert.equal(stderr, '')
      assert.match(stdout, /odd\.jsonl \(CLAUDE_CODE\)\n[^]*edited\.jsonl \(CLAUDE_CODE\)/)
      assert.match(stdout, /\n {2}into +edited {2}Name a colour\n/)
      assert.match(stdout, /1 root, 2 leaves, 1 branch point; 100 % of the nodes reachable/)
      assert.match(stdout, /1 dangling parent, 1 unanswered tool call, 1 tool result without a call/)
      assert.match(stdout, /\n2 files, 0 refused; 11 nodes added\.\n$/)
    }
  })

  it('counts a file by its own ids beside its tree, and says why they differ', async () => {
    const [local, remote] = await both('stats', 'edited', '--raw')
    assert.equal(local.stdout, remote.stdout)
    assert.match(local.stdout, /\n {2}branch points +1 in the file, \d in the tree, and \d places? of versions\n/)
    assert.match(local.stdout, /\nAt 1 of 1 branch point of the file the talk went two ways\. /)
    const all = parsed((await both('stats', '--raw', '--json'))[0]) as { conversations: { id: string }[] }
    assert.deepEqual(all.conversations.map(({ id }) => id).sort(), ['edited', 'odd'])
  })

  it('imports the same again without adding anything, on either place with the same report', async () => {
    const [local, remote] = await both('import', files, '--json')
    assert.deepEqual(parsed(local), parsed(remote))
    const { added, refused } = parsed(local) as { added: number; refused: number }
    assert.deepEqual({ added, refused }, { added: 0, refused: 0 })
  })

  it('draws a tree as text, Mermaid and Graphviz', async () => {
    const beginnings = { text: /^Name a colour \(edited\)/, mermaid: /^graph TD\n/, dot: /^digraph "/ }
    for (const [format, beginning] of Object.entries(beginnings)) {
      const [local, remote] = await both('tree', 'edited', '--format', format)
      assert.match(local.stdout, beginning)
      assert.equal(local.stdout, remote.stdout)
    }
    const [few] = await both('tree', 'edited', '--max-nodes', '2', '--json')
    // The newest leaf, and the trunk above it with the leaf that it ends in.
    assert.match((parsed(few) as { tree: string }).tree, /A darker one\n.*◀ head\n$/)
  })

  it('draws straight stretches node by node, and all that there is, when asked', async () => {
    const long = session(
      'long',
      Array.from({ length: 9 }, (_, i) => ({
        uuid: `l${i}`,
        parent: i === 0 ? null : `l${i - 1}`,
        role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: i % 2 === 0 ? `ask ${i}` : { type: 'text', text: `answer ${i}` },
      })),
    )
    const path = file(folder, 'long.jsonl', long)
    for (const { run } of places) assert.equal((await run('import', path)).status, 0)
    const linesOf = async (...args: string[]) => {
      const [local, remote] = await both('tree', 'long', ...args)
      assert.equal(local.stdout, remote.stdout)
      return local.stdout.trim().split('\n').slice(1)
    }
    assert.equal((await linesOf()).length, 3)
    const whole = await linesOf('--unfold')
    assert.deepEqual([whole.length, whole[0], whole[8]], [9, '● 1 USER ask 0', '● 9 USER ask 8  ◀ head'])
    const some = await linesOf('--unfold', '--max-nodes', '5')
    assert.deepEqual([some.length, some[4]], [6, '┆ 4 more'])
    assert.deepEqual(await linesOf('--unfold', '--max-nodes', '5', '--all'), whole)
    const [few, all] = [await linesOf('--all'), (await both('tree', 'edited', '--max-nodes', '2', '--all'))[0]]
    assert.equal(few.length, 3)
    assert.doesNotMatch(all.stdout, /more lea/)
  })

  it('compares two conversations as text by name, as Markdown and in numbers, the same on either place', async () => {
    const [local, remote] = await both('diff', 'edited', 'odd')
    assert.equal(local.status, 0, local.stderr)
    assert.match(
      local.stdout,
      /^ {2}edited {2}Name a colour\n {2}odd {5}Where was I\?\nThey share nothing\.\n[^]*\nOnly in edited: \d turns\n- 1 USER Name a colour\n/,
    )
    assert.doesNotMatch(local.stdout, /[#|*`]/)
    assert.equal(local.stdout, remote.stdout)
    const [page] = await both('diff', 'edited', 'odd', '--markdown')
    assert.match(page.stdout, /^# Two branches compared\n\n[^]*\nThey share nothing\.\n[^]*## Only in the base \(/)
    const same = await both('diff', 'edited', 'edited', '--json')
    for (const ran of same) {
      const { baseOnlyCount, targetOnlyCount, changedCount } = parsed(ran) as Record<string, number>
      assert.deepEqual([baseOnlyCount, targetOnlyCount, changedCount], [0, 0, 0])
    }
    const [refused] = await both('diff', 'edited', 'nobody')
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /nobody/)
  })

  it('lists the conversations, the same on either place, as many as are wanted', async () => {
    const [local, remote] = await both('list', '--json')
    const listed = (ran: Ran) =>
      (parsed(ran) as { conversations: { id: string; turnCount: number; title: string }[] }).conversations
    const facts = (ran: Ran) => listed(ran).map(({ id, turnCount, title }) => [id, turnCount, title])
    assert.deepEqual(facts(local), facts(remote))
    assert.deepEqual(facts(local).sort(), [
      ['edited', 4, 'Name a colour'],
      ['long', 9, 'ask 0'],
      ['odd', 5, 'Where was I?'],
    ])
    const [few, fewThere] = await both('list', '--limit', '1')
    assert.match(
      few.stdout,
      /^\d{4}-\d\d-\d\d \d\d:\d\d {2}[ \d]+ turns {2}\w+ {2}.+\n… and more; --all lists every one\n$/,
    )
    assert.equal(few.stdout.split('\n').length, fewThere.stdout.split('\n').length)
    assert.equal((await both('list', '--limit', '1', '--all'))[0].stdout.trim().split('\n').length, 3)
  })

  it('takes the beginning of an id that no other one has', async () => {
    for (const words of [
      ['tree', 'edi'],
      ['stats', 'e'],
      ['verify', 'edit'],
      ['export', 'edite'],
      ['diff', 'e', 'edited'],
    ]) {
      const [local, remote] = await both(...words)
      const [whole] = await both(words[0] as string, ...words.slice(1).map(() => 'edited'))
      assert.deepEqual([local.status, local.stdout, remote.status], [0, whole.stdout, 0], words.join(' '))
    }
    assert.match((await both('tree', ''))[1].stderr, /No Conversation has the id ""/)
  })

  it('searches what was said, the same on either place, everywhere or in one conversation', async () => {
    const [local, remote] = await both('search', 'colour')
    assert.equal(local.status, 0, local.stderr)
    assert.match(
      local.stdout,
      /^\d{4}-\d\d-\d\d \d\d:\d\d {2}edited {2}Name a colour {2}turn 1, USER\n {2}Name a colour/,
    )
    assert.deepEqual([remote.stdout, remote.stderr], [local.stdout, ''])
    const hits = (ran: Ran) => (parsed(ran) as { hits: { conversationId: string; snippet: string }[] }).hits
    const [here, there] = await both('search', 'colour', '--in', 'edi', '--path', '--json')
    assert.deepEqual(
      hits(here).map(({ conversationId, snippet }) => [conversationId, snippet]),
      hits(there).map(({ conversationId, snippet }) => [conversationId, snippet]),
    )
    assert.ok(hits(here).length > 0)
    assert.deepEqual(hits((await both('search', 'colour', '--in', 'odd', '--json'))[0]), [])
    assert.equal((await both('search', 'nothingofthekind'))[1].stdout, 'Nothing was found.\n')
    for (const ran of await both('search', '"" *', '--json')) {
      assert.equal(ran.status, 1)
      assert.equal((parsed(ran) as { error: { code: string } }).error.code, 'BAD_INPUT')
    }
    assert.match((await both('search', 'colour', '--in', 'nobody'))[1].stderr, /No Conversation has the id "nobody"/)
  })

  it('rebuilds the search index where the store is', async () => {
    const [local, remote] = await both('reindex')
    assert.equal(local.status, 0, local.stderr)
    assert.match(local.stdout, /^The index is rebuilt from \d+ observations\.\n$/)
    assert.equal((await both('search', 'colour', '--limit', '1'))[0].status, 0)
    assert.equal(remote.status, 1)
    assert.match(remote.stderr, /run "reindex" there, without --url/)
  })

  it('reads anew what imports have kept where the store is', async () => {
    const [local, remote] = await both('reread')
    assert.equal(local.status, 0, local.stderr)
    assert.match(local.stdout, /^Read \d+ conversations again; corrected 0 turns\.\n$/)
    assert.equal(remote.status, 1)
    assert.match(remote.stderr, /"reread" works on the store itself: .* without --url/)
  })

  it('shows a conversation in numbers, the same on either place', async () => {
    const [local, remote] = await both('stats', 'edited', '--json')
    const { createdAt: _here, ...here } = parsed(local) as { createdAt: string }
    const { createdAt: _there, ...there } = parsed(remote) as { createdAt: string }
    assert.deepEqual(here, there)
    const { shape, turnCount } = parsed(local) as { shape: object; turnCount: number }
    assert.equal(turnCount, 4)
    const counts = { nodes: 6, roots: 1, leaves: 2, branchPoints: 1, versionPoints: 0, sidechains: 0, toolCalls: 0 }
    assert.deepEqual(shape, counts)
    assert.match((await both('stats', 'edited'))[0].stdout, /transcript +4 turns\n/)
    assert.deepEqual(Object.keys((parsed(local) as { spent: object }).spent), [
      'usage',
      'models',
      'tools',
      'answersWithoutCost',
    ])
    const [plain, inside] = [(await both('stats', 'edited'))[0], (await both('stats', 'edited', '--store'))[0]]
    assert.doesNotMatch(plain.stdout, /nodes/)
    assert.match(inside.stdout, /store\n {2}nodes +6\n/)
  })

  it('shows all conversations in the words of people, and what the store holds of them when asked', async () => {
    const [local, remote] = await both('stats', '--json')
    interface Own {
      rows: { observations: number }
      size: { store: number; attachments: number }
      nodes: number
      turns: number
    }
    const { rows: own, size, ...here } = parsed(local) as Own
    const { rows: none, size: unknown, ...there } = parsed(remote) as { rows: null; size: null }
    assert.deepEqual(here, there)
    assert.deepEqual([here.nodes, here.turns, own.observations, none, unknown], [20, 20, 20, null, null])
    assert.deepEqual([size.store > 10_000, size.attachments], [true, 0])
    const [told, toldThere] = await both('stats')
    assert.match(
      told.stdout,
      /^ {2}conversations +3, 0 forks and 0 sub-agents' among them\n.*3 imported\n {2}turns +20, each counted once\n {2}dates +2026-01-01 to 2026-01-01\n {2}cost +unknown: no answer states one\n {2}tools +Read \(1\)\n {2}size +\d+(\.\d)? [KM]B\n$/,
    )
    assert.equal(toldThere.stdout, told.stdout.replace(/ {2}size.*\n/, ''))
    const [inside] = await both('stats', '--store')
    assert.ok(inside.stdout.startsWith(told.stdout))
    assert.match(inside.stdout, /store\n {2}kind +sqlite\n[^]*rows\n {2}conversations +3\n/)
  })

  it('counts no experiment unless asked', async () => {
    const dir = join(folder, 'experiments')
    const [here, plain] = [
      await connect({ data: dir }),
      (...more: string[]) => turngraph({ DATA: dir }, 'stats', ...more),
    ]
    const talk = here.conversations.open('asked')
    await talk.append({ role: 'USER', text: 'One.' })
    const tried = await talk.fork({ id: 'tried', origin: 'EXPERIMENT' })
    await tried.append({ role: 'ASSISTANT', text: 'Two.' }).finally(() => here.close())
    const sums = async (...more: string[]) => {
      const { conversations, turns, omissions } = parsed(await plain('--json', ...more)) as Record<string, unknown>
      return [conversations, turns, omissions]
    }
    assert.deepEqual(
      [await sums(), await sums('--experiments')],
      [
        [1, 1, { experiments: 1 }],
        [2, 2, { experiments: 0 }],
      ],
    )
    assert.match((await plain()).stdout, /not counted +1 experiment \(--experiments\)\n/)
    assert.doesNotMatch((await plain('--experiments')).stdout, /not counted/)
  })

  it('counts what a fork shares once', async () => {
    const url = app.server.listeningOrigin
    const query = 'mutation { forkConversation(input: { source: "edited", newConversationId: "fork" }) { copied } }'
    const headers = { 'content-type': 'application/json' }
    await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
    const { nodes, forks } = parsed(await turngraph({}, 'stats', '--json', '--url', url)) as Record<string, number>
    assert.deepEqual({ nodes, forks }, { nodes: 20, forks: 1 })
    const fork = parsed(await turngraph({}, 'stats', 'fork', '--json', '--url', url)) as {
      forkedFrom: { turn: number }
    }
    assert.equal(fork.forkedFrom.turn, 4)
  })

  it('verifies all conversations; what came in odd is told and is no failure', async () => {
    const [local, remote] = await both('verify', 'edited', 'odd', '--json')
    assert.deepEqual([local.status, remote.status], [0, 0])
    const [here, there] = [local, remote].map(
      (ran) => parsed(ran) as { findings: { damage: number; findings: object[] }[] },
    )
    const codes = (found: typeof here) =>
      found?.findings.map(({ damage, findings }) => [
        damage,
        findings.map((each) => (each as { code: string }).code).sort(),
      ])
    assert.deepEqual(codes(here), codes(there))
    assert.deepEqual(codes(here), [[0, ['DANGLING_PARENT', 'TOOL_CALL_UNANSWERED', 'TOOL_RESULT_WITHOUT_CALL']]])
    const [all, allThere] = await both('verify')
    const came = /^odd: sound; it came with\n[^]*\n\d conversations/.source
    assert.match(all.stdout, new RegExp(`${came} verified, none damaged\\. The store is sound\\.\\n$`))
    assert.match(allThere.stdout, new RegExp(`${came} of tenant default verified, none damaged\\.\\n$`))
    assert.doesNotMatch(allThere.stdout, /The store/)
  })

  it('exports a conversation to stdout, to a file, and as a document', async () => {
    for (const { run } of places) {
      assert.equal((await run('export', 'edited', '--whole-tree')).stdout, edited)
      const output = join(folder, 'out.jsonl')
      const { status, stdout } = await run('export', 'edited', '--whole-tree', '--output', output)
      assert.deepEqual([status, stdout], [0, `edited: ${edited.length} bytes written to ${output}\n`])
      assert.equal(readFileSync(output, 'utf8'), edited)
      const document = parsed(await run('export', 'edited', '--whole-tree', '--json'))
      const told = { conversationId: 'edited', format: 'claude-code', wholeTree: true, omissions: null }
      assert.deepEqual(document, { ...told, content: edited })
    }
  })

  it('exports in other formats, and tells on stderr what they leave out', async () => {
    for (const { run } of places) {
      const { stdout, stderr, status } = await run('export', 'edited', '--format', 'markdown')
      for (const name of ['MARKDOWN', 'Markdown'])
        assert.equal((await run('export', 'edited', '--format', name)).stdout, stdout)
      assert.equal((await run('export', 'edited', '--format', 'NEO_JSON')).status, 0)
      assert.match(stdout, /^# [^]*\nLeft out: 1 other branch\.\n/)
      const note = 'turngraph: A markdown file cannot hold all of edited; it leaves out 1 other branch.\n'
      assert.deepEqual([status, stderr], [0, note])
      const refused = await run('export', 'edited', '--format', 'openai', '--whole-tree')
      assert.deepEqual(
        [refused.status, refused.stderr],
        [1, 'turngraph: A OPENAI file holds one path, and no whole tree.\n'],
      )
    }
  })

  it('says in one sentence what is not there, with code and facts for programs, and the same on either place', async () => {
    for (const command of ['tree', 'stats', 'verify', 'export']) {
      const [local, remote] = await both(command, 'nobody')
      assert.deepEqual(local, { status: 1, stdout: '', stderr: 'turngraph: No Conversation has the id "nobody".\n' })
      assert.deepEqual(remote, local)
      const failures = (await both(command, 'nobody', '--json')).map(parsed)
      const facts = { kind: 'Conversation', id: 'nobody' }
      const message = 'No Conversation has the id "nobody".'
      assert.deepEqual(failures, Array(2).fill({ error: { code: 'NOT_FOUND', message, details: facts } }))
    }
  })

  it('imports what it can and fails when a file was refused', async () => {
    for (const { run } of places) {
      const paths = [join(files, 'notes.txt'), join(files, 'odd.jsonl'), join(files, 'missing.jsonl')]
      const { status, stdout, stderr } = await run('import', ...paths)
      assert.equal(status, 1)
      assert.match(stdout, /3 files, 2 refused; 0 nodes added\.\n$/)
      assert.match(
        stderr,
        /notes\.txt: Nothing in the file is of a format that can be imported: it looks like text that is not JSON\.[^\n]*\n.*missing\.jsonl" is not there\.\n$/,
      )
      const document = parsed(await run('import', ...paths, '--json')) as { files: { error?: { code: string } }[] }
      assert.deepEqual(
        document.files.map(({ error }) => error?.code),
        ['BAD_INPUT', undefined, 'FILE_UNUSABLE'],
      )
    }
  })

  it('lists the formats, without a store', async () => {
    const { status, stdout } = await turngraph({ DATA: join(folder, 'nowhere') }, 'formats')
    assert.equal(status, 0)
    assert.match(
      stdout,
      /^format +read +written +files usually met\n[^]*\nclaude-code +yes +yes +~\/\.claude[^]*\nmarkdown +- +yes/,
    )
    const { formats } = parsed(await turngraph({}, 'formats', '--json')) as { formats: Record<string, unknown>[] }
    const lines = formats.find(({ name }) => name === 'NEO_JSONL')
    assert.deepEqual(
      [lines?.['spelled'], lines?.['read'], lines?.['written'], lines?.['parts']],
      ['neo-jsonl', true, true, ['HOT', 'ARCHIVE', 'META']],
    )
    assert.equal(existsSync(join(folder, 'nowhere')), false)
  })

  it('writes all files of a Neo store’s conversation', async () => {
    const turn = { role: 'user', text: 'a', ts: '2026-06-12T10:00:00Z' }
    const came = file(
      folder,
      'neo/conv.json',
      JSON.stringify({ conversation_id: 'conv', title: 'Named', turns: [turn] }),
    )
    for (const { run } of places) {
      const output = join(folder, 'out/conv.jsonl')
      file(folder, 'out/old.txt', '')
      assert.equal((await run('import', came)).status, 0)
      const { status, stdout, stderr } = await run('export', 'conv', '--format', 'neo-jsonl', '--output', output)
      assert.deepEqual([status, stderr], [0, ''])
      assert.match(stdout, /^conv: 55 bytes written to .*conv\.jsonl\nconv: 17 bytes written to .*conv\.meta\.json\n$/)
      assert.equal(readFileSync(output, 'utf8'), `${JSON.stringify(turn)}\n`)
      assert.equal(readFileSync(join(folder, 'out/conv.meta.json'), 'utf8'), '{"title":"Named"}')
      assert.equal(existsSync(join(folder, 'out/conv.archive.jsonl')), false)
    }
  })
})
