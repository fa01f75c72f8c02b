/** Every page for people: its links lead somewhere, and the commands that it prints exist. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { goneFiles } from './support/namedFiles.ts'
import { describeOnce } from './support/stores.ts'
import { root } from '../scripts/root.ts'
import { createMetrics } from '../src/http/metrics.ts'
import { turngraph } from './cli/support.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(folder, name))
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...below('docs'),
  ...below('examples'),
  'bench/README.md',
  'bench/results.md',
  'src/formats/README.md',
  'src/GLOSSARY.md',
  'test/neotoma.md',
]

/** A page without its fenced blocks, whose links are none. */
const prose = (page: string): string => read(page).replaceAll(/^ *(```+)[^]*?^ *\1$/gm, '')

/** The names by which links reach the headings of a page. */
const anchorsOf = (page: string): Set<string> => {
  const seen = new Map<string, number>()
  const names = [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const name = plain
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return count === 0 ? name : `${name}-${count}`
  })
  return new Set(names)
}

describeOnce('the links of every page', () => {
  for (const page of pages)
    it(`${page} leads somewhere`, () => {
      const links = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
      const wrong = links.filter((link) => !/^[a-z]+:/.test(link) && !isThere(page, link))
      assert.deepEqual(wrong, [])
    })

  it('reach every page of docs from the README', () => {
    const reached = new Set<string>(['README.md'])
    for (const page of reached)
      for (const [, link = ''] of prose(page).matchAll(/\]\(([^)\s#]+\.md)[^)]*\)/g))
        if (!/^[a-z]+:/.test(link)) reached.add(normalize(join(dirname(page), link)))
    assert.deepEqual(
      below('docs').filter((page) => !reached.has(page)),
      [],
    )
  })
})

/** Files of other programs and of readers' own that pages name. */
const foreign = new Set(['LangGraph.js', 'file.ts', 'highlight.js', 'scripts/stage', 'turngraph/schema.graphql'])

describeOnce('the files and folders that pages name', () => {
  // What the changelog names was there then.
  for (const page of pages.filter((page) => page !== 'CHANGELOG.md'))
    it(`${page} names no file or folder that is not there`, () => {
      const text = prose(page).replaceAll(/\]\([^)]*\)/g, ']')
      assert.deepEqual(
        goneFiles(text).filter((name) => !foreign.has(name)),
        [],
      )
    })

  it('are known to be gone where a page still has the name of before', () => {
    const text =
      '`app/gone.ts`, `src/domain/`, `src/gone/`, `test/gone.test.ts`, `storage/graphStore.ts` and docs/gone.md'
    assert.deepEqual(goneFiles(text), ['app/gone.ts', 'src/gone', 'test/gone.test.ts', 'docs/gone.md'])
  })
})

describeOnce('the pages of design', () => {
  const designs = below('docs/design').filter((page) => !page.endsWith('README.md'))
  const wordsOf = (page: string) => read(page).split(/\s+/).length

  for (const page of designs)
    it(`${page} has at most 1,500 words`, () => {
      assert.ok(wordsOf(page) <= 1500, `${wordsOf(page)}`)
    })

  it('say what was weighed, in a table at the end, or are the list of libraries', () => {
    const without = designs.filter(
      (page) => !/^## Weighed\n\n(\|.*\n)+$/m.test(read(page).slice(read(page).lastIndexOf('## '))),
    )
    assert.deepEqual(without, ['docs/design/libraries.md'])
  })

  it('name the packages that turngraph depends on, and no others', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
    const packages = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@types/'))
    const named = [...read('docs/design/libraries.md').matchAll(/^- \*\*([^*]+)\*\*/gm)].flatMap(([, names = '']) =>
      names.split(/,\s+/),
    )
    assert.deepEqual(named.sort(), packages.sort())
  })
})

function isThere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(join(root, file))) return false
  return anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor)
}

/** Commands of turngraph in blocks for a shell. */
const commandsOf = (page: string): string[] =>
  [...read(page).matchAll(/^```(?:sh|bash|console)\b[^\n]*\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .flatMap((line) => /(?:^|[\s(])(?:node bin\/)?turngraph(?:\.js)? ([a-z][^|<>)]*)/.exec(line)?.[1] ?? []),
  )

describe('the commands that pages print', () => {
  for (const page of ['README.md', ...below('docs')].filter((page) => commandsOf(page).length > 0))
    it(`${page} names commands and options that exist`, async () => {
      for (const line of commandsOf(page)) {
        const words = line.trim().split(/\s+/)
        const command = words.slice(0, /^(keys|tenants)$/.test(words[0] ?? '') ? 2 : 1)
        const { status, stdout, stderr } = await turngraph({}, ...command, '--help')
        assert.equal(status, 0, `${line}: ${stderr}`)
        const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.split('=')[0] ?? '')
        for (const option of words.includes('--') ? [] : options)
          assert.ok(stdout.includes(option), `${line}: ${option}`)
      }
    })
})

/** Commands that a sentence or a comment names, as in `turngraph tree t1`. */
const namedIn = (page: string): string[] =>
  [...read(page).matchAll(/`(?:node bin\/)?turngraph(?:\.js)? ([a-z][^`\n|<>]*)`/g)].map(([, line = '']) => line)

describe('the commands that sentences name', () => {
  for (const page of pages.filter((page) => namedIn(page).length > 0))
    it(`${page} names commands and options that exist`, async () => {
      for (const line of namedIn(page)) {
        const words = line.trim().split(/\s+/)
        if (words[0] === 'help') continue
        const command = words.slice(0, /^(keys|tenants|prices)$/.test(words[0] ?? '') && words[1] ? 2 : 1)
        const { status, stdout, stderr } = await turngraph({}, ...command, '--help')
        assert.equal(status, 0, `${line}: ${stderr}`)
        const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
        for (const option of own.filter((word) => /^--[a-z]/.test(word)))
          assert.ok(stdout.includes(option.split('=')[0] ?? ''), `${line}: ${option}`)
      }
    })
})

describe('the page about operating', () => {
  it('names every metric, and its dashboard asks for those alone', async () => {
    const metrics = createMetrics()
    metrics.watch(() => ({ subscriptions: 0, watches: 0 }))
    metrics.follow(() => Promise.resolve(0))
    metrics.followProxy(() => 0)
    const served = new Set(
      [...(await metrics.text()).matchAll(/^# TYPE (turngraph_\w+)/gm)].map(([, name = '']) => name),
    )
    const named = [...read('docs/operate.md').matchAll(/^\| `(turngraph_\w+)`/gm)].map(([, name = '']) => name)
    assert.deepEqual(named.sort(), [...served].sort())
    const asked = [...read('docs/operate/grafana.json').matchAll(/turngraph_[a-z_]+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    )
    assert.deepEqual([...new Set(asked)].sort(), [...served].sort())
  })
})

/** The packages of others that the programs of a page import. */
function packagesIn(page: string): string[] {
  const programs = [...read(page).matchAll(/^```(?:ts|js)[^\n]*\n([^]*?)^```$/gm)].map(([, text = '']) => text)
  const names = programs.flatMap((text) => [...text.matchAll(/from '([^'.][^']*)'/g)].map(([, name = '']) => name))
  return [...new Set(names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))]
}

describeOnce('a page on programs of your own', () => {
  for (const page of ['README.md', 'docs/chat-backend.md'])
    it(`${page} installs every package that its programs import`, () => {
      const commands = [...read(page).matchAll(/npm i ([^`\n]*)/g)].map(([, what = '']) => what).join(' ')
      const packages = packagesIn(page)
      assert.ok(packages.includes('turngraph') && packages.includes('openai'))
      assert.deepEqual(
        packages.filter((name) => !commands.includes(name)),
        [],
      )
    })

  it('says of versions and of asking a model what the schema says, where it is about chats', () => {
    const text = prose('docs/chat-backend.md')
    assert.match(text, /`versions` is null where a turn has one version/)
    const schema = read('schema.graphql')
    for (const [, name = ''] of text.matchAll(/`(askModel|undo|annotate|conversationsChanged)`/g))
      assert.match(schema, new RegExp(`^  ${name}[(:]`, 'm'), name)
    assert.match(text, /`askModel`/)
  })
})

describeOnce('the variables that name a server and its key', () => {
  it('are the same two in the command line, in both clients and on every page', () => {
    const texts = [...pages, ...below('python')].map((page) => [page, read(page)] as const)
    const sources = [
      'src/client/serverVariables.ts',
      'python/src/turngraph/_client.py',
      'python/src/turngraph/_blocking.py',
    ]
    for (const [page, text] of [...texts, ...sources.map((path) => [path, read(path)] as const)])
      for (const [name] of text.matchAll(/\bTURNGRAPH_(?!TEST|PROFILE|ROUNDS)[A-Z_]+/g))
        assert.ok(['TURNGRAPH_URL', 'TURNGRAPH_KEY'].includes(name), `${page}: ${name}`)
    for (const source of sources)
      for (const name of ['TURNGRAPH_URL', 'TURNGRAPH_KEY']) assert.ok(read(source).includes(name), source)
  })
})

describeOnce('the figures that pages claim', () => {
  it('are fifteen on the page about performance, each with its machine and day', () => {
    const rows = [...read('docs/performance.md').matchAll(/^\| (\d+) \|.*\| ([^|]*) \|$/gm)].map(([, number, when]) => [
      number,
      when,
    ])
    assert.deepEqual(
      rows.map(([number]) => number),
      Array.from({ length: 15 }, (_, at) => `${at + 1}`),
    )
    for (const [, when = ''] of rows) assert.match(when, /^the same$|\b(?:Xeon|EPYC|idle|busy)\b.* \d\d? November$/)
  })

  it('stand in results of which every chapter has a date, and says what follows where a bar does not hold', () => {
    const [, ...chapters] = read('bench/results.md').split(/^## /m)
    assert.ok(chapters.length > 10)
    for (const chapter of chapters) assert.match(chapter, /\d\d? November 2026/, chapter.split('\n')[0])
    const rows = chapters.flatMap((chapter) => chapter.match(/^\|.*\|$/gm) ?? [])
    assert.ok(rows.some((row) => / no: [^|]{10,} \|$/.test(row)))
    assert.deepEqual(
      rows.filter((row) => /\| no:? *\|$/.test(row)),
      [],
    )
  })
})
