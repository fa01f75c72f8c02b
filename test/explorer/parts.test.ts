import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundleExplorer } from '../../scripts/explorer.ts'
import { filesOf, lazyParts } from '../../scripts/explorerFiles.ts'
import { wordsBetween } from '../../src/explorer/compare/words.ts'
import { piecesOf } from '../../src/explorer/search/snippet.ts'
import fc from '../support/properties.ts'
import { everything, filterOf } from '../../src/explorer/list/filter.ts'
import { ticksOf } from '../../src/explorer/conversation/prompts/ticks.ts'
import { withFirstPage, withPage, type ListedConversation } from '../../src/explorer/list/lines.ts'
import { routeOf } from '../../src/explorer/urls/route.ts'
import { paths } from '../../src/explorer/urls/urls.ts'
import { callLine } from '../../src/explorer/conversation/entries/pairs.ts'
import { withEnd, withOlder, type Window } from '../../src/explorer/data/window.ts'
import { byProject, foldersIn, nameInProject, projectOf } from '../../src/explorer/parts/projects.ts'
import { bytes, daysBefore, duration, groupOf, short, shown, when } from '../../src/explorer/parts/text.ts'

describe('an address of the explorer', () => {
  it('says what to show, ids decoded once', () => {
    assert.deepEqual(routeOf('/'), { kind: 'start' })
    assert.deepEqual(routeOf('/c/a%2Fb%25'), { kind: 'conversation', id: 'a/b%' })
    assert.deepEqual(routeOf('/c/a%2525'), { kind: 'conversation', id: 'a%25' })
    assert.deepEqual(routeOf('/c/%zz/'), { kind: 'conversation', id: '%zz' })
    assert.deepEqual(routeOf('/c/a/tree'), { kind: 'tree', id: 'a' })
    assert.deepEqual(routeOf('/m/a%3At1'), { kind: 'message', id: 'a:t1' })
    assert.deepEqual(routeOf('/compare/a...b%20c'), { kind: 'compare', places: ['a', 'b c'] })
    for (const id of ['.', '..', '~..', '...', '%2e', 'a/b', 'c1:u1']) {
      const pathOf = (address: string) => new URL(address, 'http://h').pathname
      assert.deepEqual(routeOf(pathOf(paths.conversation(id))), { kind: 'conversation', id })
      assert.deepEqual(routeOf(pathOf(paths.tree(id))), { kind: 'tree', id })
      assert.deepEqual(routeOf(pathOf(paths.message(id))), { kind: 'message', id })
      assert.deepEqual(routeOf(pathOf(paths.erasure(id))), { kind: 'erasure', id })
      assert.deepEqual(routeOf(pathOf(paths.compare(id, 'b'))), { kind: 'compare', places: [id, 'b'] })
    }
    for (const path of ['/x', '/c/a/b', '/c/a/tree/x', '/compare/a', '/search/x/y'])
      assert.deepEqual(routeOf(path), { kind: 'nowhere' }, path)
  })
})

describe('the list of conversations', () => {
  const line = (id: string, updatedAt: string): ListedConversation => ({ id, updatedAt }) as ListedConversation
  const ids = (lines: readonly ListedConversation[]): string => lines.map(({ id }) => id).join('')

  it('holds each once, what moved up first', () => {
    const [a, b, c] = [line('a', '3'), line('b', '2'), line('c', '1')]
    assert.equal(ids(withPage([a, b], [b, c])), 'abc')
    const moved = line('c', '4')
    assert.equal(ids(withFirstPage([a, b, c], [moved, a], false)), 'cab')
    assert.equal(ids(withFirstPage([a, b, c], [a], true)), 'a')
    // b stood between the new first ones, and is there no more.
    assert.equal(ids(withFirstPage([a, b, c], [a, line('d', '1')], false)), 'adc')
  })

  it('asks for what was chosen', () => {
    assert.deepEqual(filterOf(everything), { sidechains: false })
    const chosen = {
      ...everything,
      origin: 'IMPORT',
      cwd: '/w',
      folders: ['/w', '/w/.worktrees/1'],
      days: '1',
      since: daysBefore(1, 86_400_000),
      forks: false,
      text: ' x ',
      words: 'y ',
    } as const
    assert.deepEqual(filterOf(chosen), {
      title: 'x',
      text: 'y',
      origin: ['IMPORT'],
      cwds: ['/w', '/w/.worktrees/1'],
      activeAfter: '1970-01-01T00:00:00.000Z',
      forks: false,
      sidechains: false,
    })
  })
})

describe('what is loaded of a path', () => {
  const window = (ids: string, older = false): Window<string> => ({
    items: ids.split(''),
    start: ids[0] ?? null,
    end: ids.at(-1) ?? null,
    older,
    newer: false,
    total: ids.length,
  })
  const shownIds = ({ items }: Window<string>): string => items.join('')
  const own = (id: string): string => id

  it('grows at its begin, and follows its end', () => {
    assert.equal(shownIds(withOlder(window('cd', true), window('ab'))), 'abcd')
    assert.equal(withOlder(window('cd', true), window('ab')).older, false)
    assert.equal(shownIds(withEnd(window('abcd'), window('cde', true), own)), 'abcde')
    assert.equal(withEnd(window('abcd'), window('cde', true), own).older, false)
    assert.equal(shownIds(withEnd(window('abcd'), window('xyz'), own)), 'xyz')
    assert.equal(shownIds(withEnd(window('abcd'), window(''), own)), '')
  })
})

describe('projects of the explorer', () => {
  it('are repositories: their work trees belong to them, as far as paths say so', () => {
    const folders: readonly (readonly [string, string])[] = [
      ['/home/ada/cli', '/home/ada/cli'],
      ['/home/ada/cli/', '/home/ada/cli'],
      ['/home/ada/cli/.claude/worktrees/agent-1', '/home/ada/cli'],
      ['/home/ada/cli/.worktrees/3', '/home/ada/cli'],
      ['/home/ada/cli/.worktrees/3/.claude/worktrees/agent-1', '/home/ada/cli'],
      ['/home/ada/cli.worktrees/fix', '/home/ada/cli'],
      ['C:\\code\\cli\\.claude\\worktrees\\a', 'C:\\code\\cli'],
      ['/home/ada/worktrees', '/home/ada/worktrees'],
      ['/home/ada/cli/src', '/home/ada/cli/src'],
      ['/', '/'],
      ['', ''],
    ]
    assert.deepEqual(
      folders.map(([folder]) => projectOf(folder)),
      folders.map(([, project]) => project),
    )
  })
  it('stand for all their folders, a work tree for itself', () => {
    const trees = ['/home/ada/cli/.worktrees/3', '/home/ada/cli.worktrees/fix', '/home/ada/cli/.claude/worktrees/a']
    const folders = [...trees, '/home/ada/cli', '/srv/web'].map((cwd) => ({ cwd }))
    assert.deepEqual(foldersIn('/home/ada/cli', folders), [...trees, '/home/ada/cli'])
    assert.deepEqual(foldersIn(trees[0] ?? '', folders), trees.slice(0, 1))
    assert.deepEqual(foldersIn('/srv/web', folders), ['/srv/web'])
    assert.deepEqual(foldersIn('/gone', folders), ['/gone'])
    // Of a repository in which nothing was held itself.
    assert.deepEqual(foldersIn('/home/ada/cli', folders.slice(0, 1)), trees.slice(0, 1))
    assert.deepEqual(
      [...trees, '/home/ada/cli'].map((cwd) => nameInProject(cwd, '/home/ada/cli')),
      ['.worktrees/3', '.worktrees/fix', '.claude/worktrees/a', ''],
    )
  })
  it('are called by as much of their paths as sets them apart', () => {
    const folders = ['/home/ada/cli', '/home/bob/cli', '/home/ada/cli/.worktrees/3', '/srv/web', '', '/']
    assert.deepEqual(
      byProject(folders, (folder) => folder).map(({ name, parts }) => [name, parts.length]),
      [
        ['ada/cli', 2],
        ['bob/cli', 1],
        ['web', 1],
        ['', 1],
        ['/', 1],
      ],
    )
    const any = fc.array(
      fc.array(fc.constantFrom('a', 'b', '.worktrees'), { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
    )
    fc.assert(
      fc.property(any, (paths) => {
        const projects = byProject(paths, (path) => path)
        assert.equal(new Set(projects.map(({ name }) => name)).size, projects.length)
        assert.equal(
          projects.reduce((sum, { parts }) => sum + parts.length, 0),
          paths.length,
        )
      }),
    )
  })
})

describe('the marks beside a path', () => {
  const prompt = (number: number, turns = 1, failures = 0) => ({
    ...{ id: `p${number}`, number, text: `Prompt\n${number}`, loop: { turns, failures } },
  })

  it('are one a prompt, as high as its turns; of very many some are one', () => {
    const few = ticksOf([prompt(1, 3, 1), prompt(2, 0)])
    assert.deepEqual(
      few.map(({ id, turns, failures, words }) => [id, turns, failures, words]),
      [
        ['p1', 3, 1, '1. Prompt 1'],
        ['p2', 1, 0, '2. Prompt 2'],
      ],
    )
    const many = ticksOf(Array.from({ length: 250 }, (_, at) => prompt(at + 1, 2, at === 4 ? 1 : 0)))
    assert.equal(many.length, 84)
    assert.deepEqual([many[1]?.id, many[1]?.turns, many[1]?.failures, many.at(-1)?.turns], ['p4', 6, 1, 2])
    assert.equal(new Set(many.flatMap(({ ids }) => [...ids])).size, 250)
    assert.deepEqual(ticksOf([]), [])
  })
})

describe('words of the explorer', () => {
  it('are short', () => {
    const now = new Date(2026, 10, 24, 15, 0).getTime()
    const at = (...parts: [number, number, number, number]): string => new Date(...parts).toISOString()
    assert.match(when(at(2026, 10, 24, 14), now), /^\d\d:00$/)
    assert.equal(when(at(2026, 10, 23, 14), now), 'Yesterday')
    assert.equal(when(at(2026, 10, 19, 14), now), '19 Nov')
    assert.equal(when(at(2025, 10, 19, 14), now), '19 Nov 2025')
    assert.deepEqual(
      [groupOf(at(2026, 10, 20, 9), now), groupOf(at(2026, 9, 2, 9), now)],
      ['Last 7 days', 'October 2026'],
    )
    const few = [short(999), short(1234), bytes(10), bytes(4_000_000)]
    assert.deepEqual(few, ['999', '1.2k', '10\u202fB', '3.8\u202fMB'])
    assert.deepEqual([duration(48_000), duration(7_500_000)], ['48\u202fs', '2\u202fh 5\u202fmin'])
    assert.equal(shown([{ type: 'text', text: 'a' }, { text: 'b' }]), 'a\nb')
    assert.equal(callLine({ x: 1, command: 'a\nb' }), 'a b')
    assert.equal(callLine({ x: 1 }), '{"x":1}')
  })
})

describe('the bundle of the explorer', () => {
  // Not where servers of other tests take it from.
  const dist = mkdtempSync(join(tmpdir(), 'turngraph-bundle-'))
  before(() => bundleExplorer(dist))
  after(() => rmSync(dist, { recursive: true, force: true }))
  const gzipped = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)
  it('begins with at most 180 kB of scripts, as they are sent', () => {
    const size = gzipped(filesOf(dist, 'index.tsx'))
    assert.ok(size > 50_000 && size <= 180_000, `${size}`)
  })

  it('has at most 20 kB of styles', () => {
    const styles = readdirSync(dist).filter((name) => name.endsWith('.css'))
    assert.ok(styles.length > 0 && gzipped(styles) <= 20_000, `${gzipped(styles)}`)
  })

  it('loads Markdown and code when they are shown, at most 125 kB', () => {
    const first = new Set(filesOf(dist, 'index.tsx'))
    const more = filesOf(dist, 'Markdown.tsx').filter((file) => !first.has(file))
    assert.ok(more.length > 0 && gzipped(more) <= 125_000, `${gzipped(more)}`)
  })

  it('has no other lazy part of more than 60 kB, and at most 90 kB of fonts', () => {
    const first = new Set(filesOf(dist, 'index.tsx'))
    const lazy = lazyParts(dist).filter((part) => part !== 'Markdown.tsx')
    assert.ok(lazy.length > 10)
    for (const part of lazy) {
      const size = gzipped(filesOf(dist, part).filter((file) => !first.has(file)))
      assert.ok(size <= 60_000, `${part}: ${size}`)
    }
    const fonts = readdirSync(dist).filter((name) => name.endsWith('.woff2'))
    const bytes = fonts.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0)
    assert.ok(fonts.length === 2 && bytes <= 90_000, `${bytes}`)
  })

  it('names each file by what is in it, and each page its files from where it is', () => {
    const names = readdirSync(dist).filter((name) => /\.(js|css)$/.test(name))
    assert.deepEqual(
      names.filter((name) => !/-[0-9A-Z]{8}\./.test(name)),
      [],
    )
    const page = readFileSync(join(dist, 'index.2.html'), 'utf8')
    assert.match(page, /src="\.\.\/\.\.\/explorer\/index-[0-9A-Z]{8}\.js"/)
  })
})

describe('what is found', () => {
  it('is shown in pieces, whatever the ranges', () => {
    const drawn = (ranges: { from: number; to: number }[]): string =>
      piecesOf('abcdef', ranges)
        .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
        .join('')
    assert.equal(drawn([]), 'abcdef')
    assert.equal(drawn([{ from: 1, to: 3 }]), 'a[bc]def')
    assert.equal(
      drawn([
        { from: 4, to: 99 },
        { from: 0, to: 2 },
        { from: 1, to: 3 },
      ]),
      '[ab][c]d[ef]',
    )
  })

  it('is compared word by word, very long texts as wholes', () => {
    const pieces = wordsBetween('by the train', 'by a train')
    assert.deepEqual(
      pieces.filter(({ side }) => side !== 'both').map(({ text, side }) => `${side} ${text}`),
      ['base the', 'target a'],
    )
    assert.equal(wordsBetween('a '.repeat(30_000), 'b').length, 2)
  })
})
