import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { root } from '../scripts/root.ts'
import { readConfig } from '../src/config/config.ts'
import { startApi, type Api } from './graphql/support/api.ts'
import { describeOnce } from './support/stores.ts'
import { everyStore, type Settings } from './support/storeSettings.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')

/**
 * A fenced block. `tried`: it is sent or run as it stands. `answer`: what the block before it must have answered.
 * `NAME=a.b.c`: what the answer holds there stands for NAME in later blocks.
 */
interface Block {
  readonly language: string
  readonly words: readonly string[]
  readonly text: string
  readonly line: number
}

function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```(\w+)([^\n]*)\n([^]*?)^```$/gm)].map(
    ([, language = '', words = '', body = ''], i, all) => ({
      language,
      words: words.trim().split(' '),
      text: body,
      line: text.slice(0, all[i]?.index).split('\n').length,
    }),
  )
}

const blocks = blocksOf(readme)
const marked = blocks.filter(({ words }) => words.includes('tried') || words.includes('answer'))

// The command line reads its settings from the environment, as the server does: both are given the same.
for (const { name, skip, settings } of await everyStore())
  describe(`the README on ${name}`, { skip }, () => {
    const data = mkdtempSync(join(tmpdir(), 'turngraph-readme-'))
    const kept = new Map<string, string>()
    let env: Settings
    let api: Api
    let answer = ''
    before(async () => {
      env = { DATA: data, ...(await settings()) }
      api = await startApi(env)
    })
    after(async () => {
      await api.close()
      rmSync(data, { recursive: true, force: true })
    })

    for (const block of marked)
      it(`line ${block.line}: ${block.words.includes('answer') ? 'answers so' : block.language}`, async () => {
        if (block.words.includes('answer')) {
          assert.deepEqual(valueOf(block, answer), valueOf(block, block.text))
          return
        }
        const text = [...kept].reduce((filled, [word, value]) => filled.replaceAll(word, value), block.text)
        answer = block.language === 'graphql' ? await sent(api, text) : await ranIn(api, env, text)
        for (const [word, value] of wordsOf(block, answer)) kept.set(word, value)
      })
  })

const valueOf = ({ language }: Block, text: string): unknown =>
  language === 'json' ? (JSON.parse(text) as unknown) : text

async function sent(api: Api, query: string): Promise<string> {
  const answer = await api.send(query)
  const data = answer.data as Record<string, { userErrors?: object[] }>
  const { errors } = answer
  assert.deepEqual(errors, [])
  const refused = Object.values(data).flatMap(({ userErrors = [] }) => userErrors)
  assert.deepEqual(refused, [])
  return JSON.stringify({ data })
}

/** Runs a block in the shell, on this server instead of port 4000. */
async function ranIn(api: Api, env: Settings, command: string): Promise<string> {
  if (command.startsWith('curl') && spawnSync('curl', ['--version']).error) return sentInstead(api, command)
  const script = command.replaceAll('http://127.0.0.1:4000', api.url)
  const child = spawn('bash', ['-c', script], { cwd: root, env: { ...process.env, ...env } })
  const [stdout, stderr, status] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise((done) => child.once('close', done)),
  ])
  assert.equal(status, 0, stderr)
  return stdout
}

/** Where there is no curl, what it would send is sent all the same. */
async function sentInstead(api: Api, command: string): Promise<string> {
  const [, body = ''] = /-d '([^]*)'/.exec(command) ?? []
  const { query, variables } = JSON.parse(body) as { query: string; variables: object }
  return JSON.stringify({ data: (await api.ask(query, variables)) as unknown })
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += String(piece)
  return text
}

function wordsOf({ words }: Block, answer: string): [string, string][] {
  const naming = words.filter((word) => word.includes('='))
  return naming.map((word) => {
    const [name = '', path = ''] = word.split('=')
    let found = (JSON.parse(answer) as { data: unknown }).data
    for (const member of path.split('.')) found = (found as Record<string, unknown>)[member]
    assert.equal(typeof found, 'string', `${path} is no text`)
    return [name, found as string]
  })
}

describeOnce('the README', () => {
  it('has the first six things, a compaction and a comparison among them, and an import among what is tried', () => {
    assert.ok(marked.filter(({ language }) => language === 'graphql').length >= 7)
    for (const tried of ['compact(input', '  diff(', 'bin/turngraph.js diff', 'bin/turngraph.js import'])
      assert.ok(
        marked.some(({ text }) => text.includes(tried)),
        tried,
      )
  })

  it('names npm scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    const named = [...readme.matchAll(/npm (?:run )?(start|test|neo4j|check|run \w+)/g)].map(
      ([, script = '']) => script,
    )
    assert.deepEqual(
      named.filter((script) => !Object.hasOwn(scripts, script)),
      [],
    )
    for (const script of ['start', 'test', 'neo4j']) assert.ok(named.includes(script), script)
  })

  it('names files that there are', () => {
    const linked = [...readme.matchAll(/\]\(([^):]+)\)/g)].map(([, path = '']) => path)
    const isThere = (linked: string) => {
      const [path = '', heading] = linked.split('#')
      if (!existsSync(join(root, path))) return false
      const text = path === '' ? readme : heading === undefined ? '' : readFileSync(join(root, path), 'utf8')
      return heading === undefined || headingsOf(text).includes(heading)
    }
    assert.deepEqual(
      linked.filter((path) => !isThere(path)),
      [],
    )
  })

  it('has a row for each variable, with the default that config/config.ts gives it', () => {
    const table = [...readme.matchAll(/^\| `([A-Z\d_]+)` \| (?:`([^`]*)`)? ?\|/gm)].map(([, name = '', value]) => [
      name,
      value,
    ])
    const [access, bounds, source] = ['access', 'limits', 'config'].map((name) =>
      readFileSync(join(root, `src/config/${name}.ts`), 'utf8'),
    )
    const parts = { accessVariables: access, boundVariables: bounds }
    const all =
      source?.replaceAll(
        / {2}\.\.\.(accessVariables|boundVariables)/g,
        (_, name: keyof typeof parts) => parts[name] ?? '',
      ) ?? ''
    const variables = [...all.matchAll(/^ {2}([A-Z\d_]+): \[/gm)].map(([, name]) => name)
    assert.deepEqual(
      table.map(([name]) => name),
      variables,
    )
    const defaults = Object.fromEntries(table) as Record<string, string | undefined>
    assert.deepEqual(readConfig(defaults), readConfig({}))
    // A default that the table leaves out is one that nothing else can be put for.
    assert.deepEqual(
      Object.keys(defaults).filter((name) => defaults[name] === undefined),
      [
        'PUBLISHED_PORT',
        ...['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URL', 'JWT_SECRET', 'METRICS_TOKEN', 'URL_SECRET'],
        'ALLOWED_HOSTS',
        'ALLOWED_ORIGINS',
        'STORE_PASSWORD',
        'STORE_DATABASE',
        'S3_ENDPOINT',
        'MAX_LIST_ITEMS',
        'RESPONDER_URL',
        'RESPONDER_API_KEY',
        'RESPONDER_MODEL',
        'PROBE_SECRET',
        'GATES',
      ],
    )
  })

  it('names every command of the command line, and no other', () => {
    const named = [...readme.matchAll(/^\| `(\w+)[^`]*` \|/gm)]
      .map(([, name = '']) => name)
      .filter((name) => /^[a-z]/.test(name))
    const source = readFileSync(join(root, 'src/cli/run.ts'), 'utf8')
    const commands = [.../const commands = \[([^\]]*)\]/.exec(source)![1]!.matchAll(/add(\w+)/g)].map(([, name]) =>
      name!.toLowerCase(),
    )
    // One that does two things may have a row for each.
    assert.deepEqual([...new Set(named)].sort(), commands.sort())
  })

  it('asks for the Java versions that the Neo4j releases run on', () => {
    const versions = JSON.parse(readFileSync(join(root, 'scripts/neo4j/versions.json'), 'utf8')) as Record<
      string,
      { java: number[] }
    >
    const said = readme.replaceAll(/\s+/g, ' ')
    assert.ok(said.includes(`Java ${versions['5.26']!.java.join(' or ')} (5.26)`))
    assert.ok(said.includes(`Java ${versions['current']!.java.join(' or ')} (the current release`))
  })
})

const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'))
