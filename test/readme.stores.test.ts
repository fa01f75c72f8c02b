import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { root } from '../scripts/root.ts'
import { readConfig } from '../src/config/config.ts'
import { startApi, type Api } from './graphql/support/api.ts'
import { describeOnce } from './support/stores.ts'
import { everyStore, type Settings } from './support/storeSettings.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const pageOf = (name: string) => readFileSync(join(root, name), 'utf8')
/** Pages whose blocks are run: those of a row on one store, one page after the other as people read them. */
const rows = [['README.md', 'docs/start.md'], ['docs/command-line.md'], ['docs/operate.md']]

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

const markedIn = (name: string) =>
  blocksOf(pageOf(name)).filter(({ words }) => words.includes('tried') || words.includes('answer'))

// The command line reads its settings from the environment, as the server does: both are given the same.
const stores = await everyStore()
for (const [row, { name, skip, settings }] of rows.flatMap((row) => stores.map((store) => [row, store] as const)))
  describe(`${row.join(' and then ')}, on ${name}`, { skip }, () => {
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

    for (const [page, block] of row.flatMap((page) => markedIn(page).map((block) => [page, block] as const)))
      it(`${page}, line ${block.line}: ${block.words.includes('answer') ? 'answers so' : block.language}`, async () => {
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
  it('has at most 150 lines, five things to do, and an import among what is tried', () => {
    assert.ok(readme.trimEnd().split('\n').length <= 150)
    assert.deepEqual(
      [...readme.matchAll(/^\*\*(\d)\. /gm)].map(([, number]) => number),
      ['1', '2', '3', '4', '5'],
    )
    const tried = markedIn('README.md')
    for (const command of ['fork', 'tree', 'diff', 'verify', 'import'])
      assert.ok(
        tried.some(({ text }) => text.includes(`bin/turngraph.js ${command}`)),
        command,
      )
  })

  it('leads on to six steps, a compaction and a comparison among them', () => {
    const steps = markedIn('docs/start.md')
    assert.ok(steps.filter(({ language }) => language === 'graphql').length >= 7)
    for (const tried of ['compact(input', '  diff(', 'bin/turngraph.js diff', 'bin/turngraph.js import'])
      assert.ok(
        steps.some(({ text }) => text.includes(tried)),
        tried,
      )
  })

  it('installs without a warning', () => {
    const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
    })
    assert.deepEqual([status, stderr.split('\n').filter((line) => /warn/i.test(line))], [0, []], stderr)
  })

  it('names npm scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    const texts = ['README.md', 'docs/neo4j.md'].map(pageOf).join('\n')
    const named = [...texts.matchAll(/npm (?:run )?(start|test|neo4j|check|run \w+)/g)].map(([, script = '']) => script)
    assert.deepEqual(
      named.filter((script) => !Object.hasOwn(scripts, script)),
      [],
    )
    for (const script of ['start', 'test', 'neo4j']) assert.ok(named.includes(script), script)
  })
})

describeOnce('the page about configuration', () => {
  it('has a row for each variable, with the default that the server gives it', () => {
    const rows = [...pageOf('docs/configuration.md').matchAll(/^\| `([A-Z\d_]+)` \| (?:`([^`]*)`)? ?\|/gm)]
    const table = rows.map(([, name = '', value]) => [name, value])
    const sources = ['access', 'limits', 'proxy', 'sessions', 'store', 'config']
      .map((name) => pageOf(`src/config/${name}.ts`))
      .join('\n')
    const variables = [...sources.matchAll(/^ {2}([A-Z\d_]+): \[/gm)].map(([, name]) => name)
    assert.deepEqual(table.map(([name]) => name).sort(), variables.sort())
    const defaults = Object.fromEntries(table) as Record<string, string | undefined>
    assert.deepEqual(readConfig(defaults), readConfig({}))
    // A default that the table leaves out is one that nothing else can be put for.
    assert.deepEqual(
      Object.keys(defaults)
        .filter((name) => defaults[name] === undefined)
        .sort(),
      [
        'PUBLISHED_PORT',
        ...['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URL', 'JWT_SECRET', 'METRICS_TOKEN', 'URL_SECRET'],
        'ALLOWED_HOSTS',
        'ALLOWED_ORIGINS',
        'STORE_PASSWORD',
        'STORE_DATABASE',
        'S3_ENDPOINT',
        'MAX_LIST_ITEMS',
        'MAX_OPEN_FORKS',
        'RESPONDER_URL',
        'RESPONDER_API_KEY',
        'RESPONDER_MODEL',
        'PROBE_SECRET',
        'GATES',
        ...['PROXY_OPENAI_UPSTREAM', 'PROXY_ANTHROPIC_UPSTREAM'],
        'WATCH',
      ].sort(),
    )
  })

  it('groups them by what they are for', () => {
    const groups = [...pageOf('docs/configuration.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
    assert.deepEqual(groups, ['Start', 'Store', 'Access', 'Limits', 'Model', 'Proxy', 'Subscriptions'])
  })
})

describeOnce('the page about the command line', () => {
  it('names every command of the command line and no other, in the order of its help', () => {
    const named = [...pageOf('docs/command-line.md').matchAll(/^\| `([\w-]+)[^`]*` \|/gm)]
      .map(([, name = '']) => name)
      .filter((name) => /^[a-z]/.test(name))
    const source = readFileSync(join(root, 'src/cli/run.ts'), 'utf8')
    const groups = /const commandGroups[^]*?\n\}\n/.exec(source)![0]
    const commands = [...groups.matchAll(/\badd(\w+)/g)].map(([, name = '']) =>
      name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase(),
    )
    // One that does two things may have a row for each.
    assert.deepEqual([...new Set(named)], commands)
  })
})

describeOnce('the page about Neo4j', () => {
  it('asks for the Java versions that the Neo4j releases run on', () => {
    const versions = JSON.parse(readFileSync(join(root, 'scripts/neo4j/versions.json'), 'utf8')) as Record<
      string,
      { java: number[] }
    >
    const said = pageOf('docs/neo4j.md').replaceAll(/\s+/g, ' ')
    assert.ok(said.includes(`Java ${versions['5.26']!.java.join(' or ')} (5.26)`))
    assert.ok(said.includes(`Java ${versions['current']!.java.join(' or ')} (the current release`))
  })
})
