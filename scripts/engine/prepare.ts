import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandPath } from '../neo4j/java.ts'
import { resolveClasspath, whyNot } from '../neo4j/lines.ts'
import { baseArchive, engineFolder, engineEnvironment } from './folder.ts'
import { buildBuildx, fetchCompose, fetchEngine } from './programs.ts'
import { run } from './run.ts'

/** What the base images have of Debian besides its core. */
const included = ['ca-certificates', 'default-jre-headless', 'procps', 'tini', 'gosu']

/** Returns why a Docker engine cannot be brought here, in one sentence; null once all of it is there. */
export async function prepareEngine(): Promise<string | null> {
  const obstacle = await whyNever()
  if (obstacle !== null) return obstacle
  mkdirSync(engineFolder, { recursive: true })
  try {
    fetchEngine()
    fetchCompose()
    buildBuildx()
    makeBase()
    await resolveClasspath('5.26')
    return null
  } catch (error) {
    return `A Docker engine cannot be brought here: ${(error as Error).message}`
  }
}

/** Returns why there is no engine here that could be started now; null where there is. */
export async function whyNoEngine(): Promise<string | null> {
  const obstacle = await whyNever()
  if (obstacle !== null) return obstacle
  const parts = [baseArchive, join(engineFolder, 'client/cli-plugins/docker-buildx')]
  return parts.every((path) => existsSync(path)) ? null : '`npm run engine` brings the Docker engine that this needs.'
}

async function whyNever(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'A Docker engine is brought to Linux on x64 alone.'
  if (process.getuid?.() !== 0) return 'A Docker engine of our own needs root.'
  for (const program of ['apt-get', 'dpkg', 'perl', 'python3'])
    if (!commandPath(program)) return `A Docker engine is brought by Debian's packages, and ${program} was not found.`
  return whyNot('5.26')
}

/** A small Debian with a Java, of this machine's own sources. */
function makeBase(): void {
  if (existsSync(baseArchive)) return
  const { codename, sources } = debian()
  const list = join(engineFolder, 'sources')
  writeFileSync(list, sources)
  const mmdebstrap = join(engineFolder, 'root/usr/bin/mmdebstrap')
  // Without the folder a Java cannot be installed into so small a system.
  const setup = '--setup-hook=mkdir -p "$1/usr/share/man/man1"'
  const args = [mmdebstrap, '--variant=minbase', setup, `--include=${included.join(',')}`, codename]
  run('perl', [...args, `${baseArchive}.new.tar`, list], { env: engineEnvironment(), within: 15 })
  run('mv', [`${baseArchive}.new.tar`, baseArchive])
}

function debian(): { codename: string; sources: string } {
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'bookworm'
  const folder = '/etc/apt/sources.list.d'
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^debian\.(?:list|sources)$/.test(name)) : []
  const paths = names.length > 0 ? names.map((name) => join(folder, name)) : ['/etc/apt/sources.list']
  return { codename, sources: paths.map((path) => readFileSync(path, 'utf8')).join('\n') }
}
