import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { filesOf } from '../../scripts/explorerFiles.ts'
import type { Figure } from '../support/table.ts'

const bar = 130_000

/** Weighs the scripts that the page begins with, as they are sent. */
export function measureSizes(folder: string): Figure[] {
  const size = filesOf(folder, 'index.tsx').reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length,
    0,
  )
  return [
    {
      what: 'JavaScript that the page begins with, gzip',
      store: '',
      product: `${(size / 1000).toFixed(1)} kB`,
      beside: '',
      ratio: null,
      // The same sources make the same files.
      spread: 'none',
      bar: '130 kB',
      holds: size <= bar,
    },
  ]
}
