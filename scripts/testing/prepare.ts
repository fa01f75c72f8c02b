import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesHash } from '../../bin/ensureBuilt.js'
import { root } from '../root.ts'
import { compileTests } from './compile.ts'
import type { Job } from './plan.ts'

/** Makes what these jobs need and what is not there yet; returns what went wrong, null when nothing did. */
export async function prepare(jobs: readonly Job[], say: (text: string) => void): Promise<string | null> {
  if (!isBuilt()) {
    say('Building …')
    const failed = await failureOf(process.execPath, ['--import', 'tsx', join(root, 'scripts/build.ts')])
    if (failed !== null) return `The build failed.\n${failed}`
  }
  await compileTests()
  const folders = new Set(jobs.flatMap(({ files }) => files.flatMap(({ packages }) => packages ?? [])))
  for (const folder of [...folders].filter((each) => !isInstalled(each))) {
    say(`Installing what ${folder} needs …`)
    const failed = await failureOf('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'])
    if (failed !== null) return `What ${folder} needs could not be installed.\n${failed}`
  }
  return null
}

function isBuilt(): boolean {
  const stamp = join(root, 'dist/.built')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()
}

/** Says whether the packages of a folder are there: npm writes a file of its own when it has installed everything. */
export function isInstalled(folder: string): boolean {
  const installed = join(root, folder, 'node_modules/.package-lock.json')
  return (
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, folder, 'package-lock.json')).mtimeMs
  )
}

/** Runs a command; returns what it wrote when it fails. */
function failureOf(command: string, args: readonly string[]): Promise<string | null> {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()))
  return new Promise((done) => {
    child.once('error', (error) => done(error.message))
    child.once('close', (status) => done(status === 0 ? null : output))
  })
}
