import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { compose, type App } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { edited, file, odd, temporaryFolder, turngraph, type Ran } from './support.ts'

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

describe('turngraph', () => {
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
      assert.match(stdout, /1 root, 2 leaves, 1 branch point; 100 % of the nodes reachable/)
      assert.match(stdout, /1 dangling parent, 1 unanswered tool call, 1 tool result without a call/)
      assert.match(stdout, /\n2 files, 0 refused; 11 nodes added\.\n$/)
    }
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
    assert.match((parsed(few) as { tree: string }).tree, /1 more leaf$/m)
  })

  it('compares two conversations as Markdown and in numbers, the same on either place', async () => {
    const [local, remote] = await both('diff', 'edited', 'odd')
    assert.equal(local.status, 0, local.stderr)
    assert.match(local.stdout, /^# Two branches compared\n\nThey share nothing\.\n[^]*## Only in the base \(/)
    assert.equal(local.stdout, remote.stdout)
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
      ['odd', 5, 'Where was I?'],
    ])
    const [few, fewThere] = await both('list', '--limit', '1')
    assert.match(
      few.stdout,
      /^\d{4}-\d\d-\d\d \d\d:\d\d {2}\d turns {2}\w+ {2}.+\n… and more; --all lists every one\n$/,
    )
    assert.equal(few.stdout.split('\n').length, fewThere.stdout.split('\n').length)
    assert.equal((await both('list', '--limit', '1', '--all'))[0].stdout.trim().split('\n').length, 2)
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
  })

  it('shows all conversations in numbers, with rows where it has the store itself', async () => {
    const [local, remote] = await both('stats', '--json')
    const { rows: own, ...here } = parsed(local) as { rows: { observations: number }; nodes: number }
    const { rows: none, ...there } = parsed(remote) as { rows: null }
    assert.deepEqual(here, there)
    assert.deepEqual([here.nodes, own.observations, none], [11, 11, null])
    assert.match((await both('stats'))[0].stdout, /rows\n {2}conversations +2\n/)
  })

  it('counts what a fork shares once', async () => {
    const url = app.server.listeningOrigin
    const query = 'mutation { forkConversation(input: { source: "edited", newConversationId: "fork" }) { copied } }'
    const headers = { 'content-type': 'application/json' }
    await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
    const { nodes, forks } = parsed(await turngraph({}, 'stats', '--json', '--url', url)) as Record<string, number>
    assert.deepEqual({ nodes, forks }, { nodes: 11, forks: 1 })
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
    const [all] = await both('verify')
    assert.match(all.stdout, /^odd: sound; it came with\n[^]*\n2 conversations verified, none damaged\.\n$/)
  })

  it('exports a conversation to stdout, to a file, and as a document', async () => {
    for (const { run } of places) {
      assert.equal((await run('export', 'edited', '--whole-tree')).stdout, edited)
      const output = join(folder, 'out.jsonl')
      const { status, stdout } = await run('export', 'edited', '--whole-tree', '--output', output)
      assert.deepEqual([status, stdout], [0, `edited: ${edited.length} bytes written to ${output}\n`])
      assert.equal(readFileSync(output, 'utf8'), edited)
      const document = parsed(await run('export', 'edited', '--whole-tree', '--json'))
      assert.deepEqual(document, { conversationId: 'edited', format: null, wholeTree: true, content: edited })
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
        /notes\.txt: Nothing in the file is of a format that can be imported: it looks like text that is no JSON\.[^\n]*\n.*missing\.jsonl" is not there\.\n$/,
      )
      const document = parsed(await run('import', ...paths, '--json')) as { files: { error?: { code: string } }[] }
      assert.deepEqual(
        document.files.map(({ error }) => error?.code),
        ['BAD_INPUT', undefined, 'FILE_UNUSABLE'],
      )
    }
  })
})
