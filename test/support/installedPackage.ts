import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stagePackage } from '../../scripts/bundle/stage.ts'

const quiet = ['--no-audit', '--no-fund', '--prefer-offline']

/** Runs a command that must not fail; returns what it wrote. */
export function run(command: string, args: readonly string[], cwd: string, env = process.env): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}${stderr}`)
  return stdout
}

/** Packs what is in dist/ as it is, and installs it into an empty folder, with nothing else. */
export function installPackage(folder: string): void {
  withTarball((tarball) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    run('npm', ['install', ...quiet, tarball], folder)
  })
}

/** Does what the README says of a global installation, `npm pack && npm i -g ./FILE`, below a folder of the test's own. */
export function installGlobally(commands: string, prefix: string): void {
  const file = /^npm pack && npm i -g \.\/(\S+)\n$/.exec(commands)?.[1]
  withTarball((tarball, folder) => {
    assert.equal(join(folder, file ?? ''), tarball)
    run('npm', ['install', '--global', '--prefix', prefix, ...quiet, `./${file}`], folder)
  })
}

function withTarball(use: (tarball: string, folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-packed-'))
  try {
    stagePackage(folder)
    run('npm', ['pack'], folder)
    const name = readdirSync(folder).find((each) => each.endsWith('.tgz')) ?? assert.fail('npm packed nothing.')
    use(join(folder, name), folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
