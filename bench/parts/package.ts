import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stagePackage } from '../../scripts/bundle/stage.ts'
import { valueFigure } from '../support/figures.ts'
import type { Subject } from '../support/subject.ts'
import type { Figure } from '../support/table.ts'

/** The most that an installed product may be. */
const most = { packages: 6, megabytes: 45, files: 400 }

/** Packs the built product, installs it into an empty folder, and counts what came; the store does not matter, so it is done on SQLite's turn. */
export async function measurePackage({ kind, name }: Subject): Promise<Figure[]> {
  if (kind !== 'sqlite') return []
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-package-'))
  try {
    const seconds = install(folder)
    const files = filesBelow(join(folder, 'installed/node_modules'))
    const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0)
    const packages = files.filter((path) => /node_modules\/(?:@[^/]+\/)?[^@/]+\/package\.json$/.test(path)).length
    const figure = (what: string, value: number, bar: number | null, unit = '') =>
      valueFigure({ store: name, what, values: [value], shown: (shown) => `${round(shown)}${unit}`, most: bar })
    return [
      figure('packages of an installation', packages, most.packages),
      figure('files of an installation', files.length, most.files),
      figure('size of an installation', bytes / 1024 ** 2, most.megabytes, ' MiB'),
      figure('npm install of the packed product', seconds, null, ' s'),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const round = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1))

/** Returns how long npm took. */
function install(folder: string): number {
  for (const each of ['staged', 'installed']) mkdirSync(join(folder, each))
  stagePackage(join(folder, 'staged'))
  npm(['pack', '--pack-destination', folder], join(folder, 'staged'))
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  writeFileSync(join(folder, 'installed/package.json'), '{ "private": true }\n')
  const began = performance.now()
  npm(['install', '--no-audit', '--no-fund', join(folder, tarball)], join(folder, 'installed'))
  return (performance.now() - began) / 1000
}

function npm(args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args[0] ?? ''}: ${stderr}`)
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
