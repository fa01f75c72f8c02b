import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the engine's programs and base images are kept from one run to the next. */
export const engineFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'turngraph/engine-1')

/** Where its Debian packages are unpacked: nothing of them is installed. */
export const unpackedFolder = join(engineFolder, 'root')
/** Plugins of the client, for DOCKER_CONFIG. */
export const clientFolder = join(engineFolder, 'client')
/** The file system that both base images are made of. */
export const baseArchive = join(engineFolder, 'base.tar')

/** Returns the environment in which the unpacked programs find each other. */
export function engineEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '' } = process.env
  const libraries = join(unpackedFolder, 'usr/lib/x86_64-linux-gnu')
  return {
    PATH: `${unpackedFolder}/usr/sbin:${unpackedFolder}/usr/bin:${PATH}`,
    HOME: process.env['HOME'],
    LD_LIBRARY_PATH: libraries,
    XTABLES_LIBDIR: join(libraries, 'xtables'),
    DOCKER_CONFIG: clientFolder,
  }
}
