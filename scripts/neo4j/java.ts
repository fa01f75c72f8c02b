import { execFile } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface Java {
  readonly home: string
  readonly version: number
}

/** Where systems and version managers put Java, one folder for each version. */
const searchRoots = [
  '/usr/lib/jvm',
  '/usr/java',
  '/opt/java',
  '/Library/Java/JavaVirtualMachines',
  join(homedir(), '.sdkman/candidates/java'),
  join(homedir(), '.jdks'),
]

let found: Promise<Java[]> | undefined

/** Every Java on this machine, asked for its version. */
export const findJavas = (): Promise<Java[]> => (found ??= askAll())

/** The path of a command on PATH, or null. */
export function commandPath(name: string): string | null {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return paths.find((path) => existsSync(path)) ?? null
}

async function askAll(): Promise<Java[]> {
  const homes = new Set(
    candidates()
      .filter((home) => existsSync(join(home, 'bin/java')))
      .map((home) => realpathSync(home)),
  )
  const javas = await Promise.all([...homes].map(ask))
  return javas.filter((java) => java !== null)
}

function candidates(): string[] {
  const named = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('JAVA_HOME') && value ? [value] : [],
  )
  const command = commandPath('java')
  const listed = searchRoots
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).flatMap((name) => [join(folder, name), join(folder, name, 'Contents/Home')]),
    )
  return [...named, ...(command ? [dirname(dirname(realpathSync(command)))] : []), ...listed]
}

async function ask(home: string): Promise<Java | null> {
  try {
    const { stderr } = await execute(join(home, 'bin/java'), ['-version'])
    const version = Number(/version "(\d+)/.exec(stderr)?.[1])
    return Number.isInteger(version) ? { home, version } : null
  } catch {
    return null
  }
}
