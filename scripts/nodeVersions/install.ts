import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const caches = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'turngraph')

/** Returns the folder of a version's `node` where it is installed already, null where not. */
export function installedNode(version: string): string | null {
  const bin = join(folderOf(version), 'node_modules/node/bin')
  return versionOf(bin) === `v${version}` ? bin : null
}

/** Returns the folder of a version's `node`; npm fetches it the first time, as the package of that name. */
export function installNode(version: string): string {
  const installed = installedNode(version)
  if (installed !== null) return installed
  const folder = folderOf(version)
  const bin = join(folder, 'node_modules/node/bin')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0 || versionOf(bin) !== `v${version}`) throw new Error(`npm has no Node ${version}:\n${stderr}`)
  return bin
}

function folderOf(version: string): string {
  return join(caches, `node-${version}`)
}

function versionOf(bin: string): string | null {
  const node = join(bin, 'node')
  return existsSync(node) ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim() : null
}

/** Returns the environment in which `node` and `npm` are of that folder's version. */
export function environmentOf(bin: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH = '' } = process.env
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_/i.test(name))
  return { ...Object.fromEntries(own), PATH: `${bin}${delimiter}${PATH}`, ...more }
}
