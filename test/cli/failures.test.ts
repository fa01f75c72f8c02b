import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { edited, file, temporaryFolder, turngraph } from './support.ts'

const folder = temporaryFolder()
const env = { DATA: join(folder, 'none') }

describe('a command line that is not understood', () => {
  const wrong: [string[], RegExp][] = [
    [['nonsense'], /unknown command 'nonsense'/],
    [['tre'], /unknown command 'tre'[^]*Did you mean tree\?/],
    [['tree'], /missing required argument 'id'/],
    [['tree', 'a', 'b'], /too many arguments/],
    [['tree', 'a', '--colour'], /unknown option '--colour'/],
    [['tree', 'a', '--format', 'png'], /Allowed choices are text, mermaid, dot/],
    [['tree', 'a', '--max-nodes', '0'], /Give a whole number from 1 to 10000/],
    [['stats', '--url', 'ftp://x'], /Give an address like http:\/\/127\.0\.0\.1:4000/],
    [['import'], /name files or folders, or a session with '--session <file>'/],
    [['serve', '--json'], /unknown option '--json'/],
    [[], /Usage: turngraph/],
  ]
  for (const [args, said] of wrong)
    it(`ends with status 2: turngraph ${args.join(' ')}`, async () => {
      const { status, stdout, stderr } = await turngraph(env, ...args)
      assert.deepEqual([status, stdout], [2, ''])
      assert.match(stderr, said)
    })
})

describe('the help of the command line', () => {
  it('groups the commands, and has an example of each, its own options before those of all', async () => {
    const { stdout } = await turngraph(env, 'help')
    const headings = [...stdout.matchAll(/^(\w+):$/gm)].map(([, name]) => name)
    assert.deepEqual(headings, [
      'Options',
      'Read',
      'Change',
      'Mark',
      'Files',
      'Serve',
      'Agents',
      'Store',
      'Erase',
      'Shell',
      'Commands',
    ])
    const commands = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) /gm)].flatMap(([, name = '']) =>
      name === 'help' ? [] : [name],
    )
    assert.ok(commands.length > 40, stdout)
    for (const command of commands) {
      const help = await turngraph(env, command, '--help')
      assert.equal(help.status, 0)
      assert.match(help.stdout, new RegExp(`Examples?:\n[^]* *turngraph ${command}`))
      const options = [...help.stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name)
      assert.equal(options.at(-1), '--help', command)
    }
    const own = (await turngraph(env, 'rewind', '--help')).stdout
    assert.ok(own.indexOf('--before') < own.indexOf('--json'))
  })
})

describe('a command that cannot go on', () => {
  it('does not make a store in order to read it', async () => {
    const { status, stderr } = await turngraph(env, 'verify')
    assert.equal(status, 1)
    assert.match(stderr, /^turngraph: There is no store in ".*none" yet\. Set DATA to its folder, or --url/)
    assert.equal(existsSync(env.DATA), false)
  })

  it('says which variable is not understood', async () => {
    const { status, stdout, stderr } = await turngraph({ STORE: 'mysql://x' }, 'stats', '--json')
    assert.equal(status, 1)
    assert.match(stderr, /^turngraph: STORE: "mysql:\/\/x" is not understood\. Accepted: /)
    assert.equal((JSON.parse(stdout) as { error: { code: string } }).error.code, 'CONFIG_REFUSED')
  })

  it('says that a file is no database', async () => {
    file(folder, 'broken/turngraph.db', 'This is no database at all. '.repeat(100))
    const { status, stderr } = await turngraph({ DATA: join(folder, 'broken') }, 'stats')
    assert.equal(status, 1)
    assert.match(stderr, /^turngraph: .*broken.turngraph\.db.*\n$/)
  })

  it('says that nothing listens at an address', async () => {
    const { status, stderr } = await turngraph({}, 'stats', '--url', 'http://127.0.0.1:1')
    assert.equal(status, 1)
    assert.equal(stderr, 'turngraph: No server can be asked at http://127.0.0.1:1/: nothing listens there.\n')
  })

  it('says that another program listens there', async () => {
    const server = createServer((_, response) => response.writeHead(404).end('<p>Nothing here'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      for (const args of [
        ['stats'],
        ['tree', 'a'],
        ['export', 'a'],
        ['import', file(folder, 'edited.jsonl', edited)],
      ]) {
        const { status, stderr } = await turngraph({}, ...args, '--url', url)
        assert.equal(status, 1)
        assert.match(stderr, /does not answer as turngraph does \(status 404\)\.\n$/)
      }
    } finally {
      server.close()
    }
  })

  it('sends a file again to a server whose store is away for a moment', async () => {
    const answers = [503, 504, 200]
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        const status = answers.shift() ?? 500
        const error = { code: 'TIMEOUT', message: 'The store did not answer in time.', details: null }
        const tree = { roots: 1, leaves: 1, branchPoints: 0, reachable: 1 }
        const report = {
          format: 'CLAUDE_CODE',
          entries: 1,
          nodes: 1,
          skipped: 0,
          added: 1,
          unchanged: 0,
          ...tree,
          findings: [],
        }
        response
          .writeHead(status)
          .end(JSON.stringify(status === 200 ? { ...report, conversationIds: ['c'] } : { error }))
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const path = file(folder, 'edited.jsonl', edited)
      const { status, stdout, stderr } = await turngraph({}, 'import', path, '--url', url)
      assert.equal(status, 0, stderr)
      assert.match(stdout, /1 file, 0 refused; 1 node added\./)
      assert.equal(stderr.match(/did not answer in time\. It is tried again/g)?.length, 1)
    } finally {
      server.close()
    }
  })

  it('says that a server broke off what it was sending', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-length': '1000', 'x-turngraph-format': 'NDJSON' }).write('the beginning')
      setTimeout(() => response.destroy(), 50)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const output = join(folder, 'broken-off.jsonl')
      for (const args of [
        ['export', 'a', '--output', output],
        ['backup', output],
      ]) {
        const { status, stderr } = await turngraph({}, ...args, '--url', url)
        assert.equal(status, 1)
        assert.match(stderr, new RegExp(`(broke off the ${args[0]}|it closed the connection)\\.\n$`))
        assert.equal(existsSync(output), false)
      }
    } finally {
      server.close()
    }
  })

  it('leaves nothing behind where the exported file cannot be written', async () => {
    const store = { DATA: join(folder, 'store') }
    await turngraph(store, 'import', file(folder, 'edited.jsonl', edited))
    const output = join(folder, 'no-such-folder', 'out.jsonl')
    const { status, stderr } = await turngraph(store, 'export', 'edited', '--output', output)
    assert.deepEqual([status, stderr], [1, `turngraph: "${output}" is not there.\n`])
  })

  it('says that a folder holds nothing to import', async () => {
    file(folder, 'empty/notes.txt', 'x')
    const { status, stderr } = await turngraph({ DATA: join(folder, 'store') }, 'import', join(folder, 'empty'))
    assert.equal(status, 1)
    assert.match(stderr, /empty" holds no transcript\.\n$/)
  })
})
