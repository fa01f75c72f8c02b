import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundleExplorer } from '../../scripts/explorer.ts'
import { filesOf } from '../../scripts/explorerFiles.ts'
import { wordsBetween } from '../../src/explorer/compare/words.ts'
import { piecesOf } from '../../src/explorer/search/snippet.ts'
import { everything, filterOf } from '../../src/explorer/list/filter.ts'
import { withFirstPage, withPage, type Line } from '../../src/explorer/list/lines.ts'
import { routeOf } from '../../src/explorer/route.ts'
import { callLine } from '../../src/explorer/talk/pairs.ts'
import { withEnd, withOlder, type Entry, type Window } from '../../src/explorer/talk/window.ts'
import { ago, bytes, short, shown } from '../../src/explorer/text.ts'

describe('an address of the explorer', () => {
  it('says what to show, ids decoded once', () => {
    assert.deepEqual(routeOf('/'), { kind: 'start' })
    assert.deepEqual(routeOf('/c/a%2Fb%25'), { kind: 'talk', id: 'a/b%' })
    assert.deepEqual(routeOf('/c/a%2525'), { kind: 'talk', id: 'a%25' })
    assert.deepEqual(routeOf('/c/%zz/'), { kind: 'talk', id: '%zz' })
    assert.deepEqual(routeOf('/c/a/tree'), { kind: 'tree', id: 'a' })
    assert.deepEqual(routeOf('/m/a%3At1'), { kind: 'message', id: 'a:t1' })
    assert.deepEqual(routeOf('/compare/a...b%20c'), { kind: 'compare', places: ['a', 'b c'] })
    for (const path of ['/x', '/c/a/b', '/c/a/tree/x', '/compare/a', '/search/x/y'])
      assert.deepEqual(routeOf(path), { kind: 'nowhere' }, path)
  })
})

describe('the list of conversations', () => {
  const line = (id: string, updatedAt: string): Line => ({ id, updatedAt }) as Line
  const ids = (lines: readonly Line[]): string => lines.map(({ id }) => id).join('')

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
    assert.deepEqual(filterOf(everything, 0), {})
    const chosen = {
      ...everything,
      origin: 'IMPORT',
      cwd: '/w',
      days: '1',
      forks: false,
      text: ' x ',
      words: 'y ',
    } as const
    assert.deepEqual(filterOf(chosen, 86_400_000), {
      title: 'x',
      text: 'y',
      origin: ['IMPORT'],
      cwd: '/w',
      activeAfter: '1970-01-01T00:00:00.000Z',
      forks: false,
    })
  })
})

describe('what is loaded of a path', () => {
  const window = (ids: string, older = false): Window => ({
    entries: ids.split('').map((id) => ({ observation: { id } }) as Entry),
    start: ids[0] ?? null,
    end: ids.at(-1) ?? null,
    older,
    newer: false,
    total: ids.length,
  })
  const shownIds = ({ entries }: Window): string => entries.map(({ observation }) => observation.id).join('')

  it('grows at its begin, and follows its end', () => {
    assert.equal(shownIds(withOlder(window('cd', true), window('ab'))), 'abcd')
    assert.equal(withOlder(window('cd', true), window('ab')).older, false)
    assert.equal(shownIds(withEnd(window('abcd'), window('cde', true))), 'abcde')
    assert.equal(withEnd(window('abcd'), window('cde', true)).older, false)
    assert.equal(shownIds(withEnd(window('abcd'), window('xyz'))), 'xyz')
    assert.equal(shownIds(withEnd(window('abcd'), window(''))), '')
  })
})

describe('words of the explorer', () => {
  it('are short', () => {
    assert.equal(ago('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:02:30Z')), '2m ago')
    assert.equal(ago('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:00:20Z')), 'now')
    assert.deepEqual([short(999), short(1234), bytes(10), bytes(4_000_000)], ['999', '1.2k', '10 B', '3.8 MB'])
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
  it('begins with at most 130 kB of scripts, as they are sent', () => {
    const size = gzipped(filesOf(dist, 'index.tsx'))
    assert.ok(size > 50_000 && size <= 130_000, `${size}`)
  })

  it('loads Markdown and code when they are shown, at most 125 kB', () => {
    const first = new Set(filesOf(dist, 'index.tsx'))
    const more = filesOf(dist, 'Markdown.tsx').filter((file) => !first.has(file))
    assert.ok(more.length > 0 && gzipped(more) <= 125_000, `${gzipped(more)}`)
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
