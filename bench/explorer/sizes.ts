import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { filesOf, lazyParts } from '../../scripts/explorerFiles.ts'
import type { Figure } from '../support/table.ts'

/** Weighs what the page begins with and what it loads later, as they are sent. */
export function measureSizes(folder: string): Figure[] {
  const gzipped = (files: readonly string[]): number =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
  const named = (end: string): string[] => readdirSync(folder).filter((name) => name.endsWith(end))
  const first = filesOf(folder, 'index.tsx')
  const later = (source: string): number => gzipped(filesOf(folder, source).filter((file) => !first.includes(file)))
  const lazy = lazyParts(folder).filter((part) => part !== 'Markdown.tsx')
  const largest = lazy.reduce((most, part) => (later(part) > later(most) ? part : most), lazy[0] ?? '')
  const fonts = named('.woff2').reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  return [
    figure('JavaScript that the page begins with, gzip', gzipped(first), 180_000),
    figure(`the largest lazy part (${largest}), gzip`, later(largest), 60_000),
    figure('Markdown with highlighting, gzip', later('Markdown.tsx'), 125_000),
    figure('styles, gzip', gzipped(named('.css')), 20_000),
    figure('fonts', fonts, 90_000),
  ]
}

const kB = (size: number): string => `${(size / 1000).toFixed(1)} kB`

/** The same sources make the same files: there is no spread. */
function figure(what: string, size: number, bar: number): Figure {
  return {
    ...{ what, store: '', product: kB(size), beside: '', ratio: null, spread: 'none' },
    ...{ bar: kB(bar), holds: size <= bar },
  }
}
