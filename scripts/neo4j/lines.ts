import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../root.ts'
import { commandPath, findJavas, type Java } from './java.ts'

const execute = promisify(execFile)
const cache = join(root, 'node_modules/.cache/neo4j')

export type Line = '5.26' | 'current'

export interface LineFacts {
  readonly version: string
  /** The Java versions that run it, the preferred one first. */
  readonly java: readonly number[]
  readonly mainClass: string
}

/** The release lines that turngraph is tested with; versions.json is the only place that names a version. */
export const lines = JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8')) as Record<
  Line,
  LineFacts
>

export const lineNames = Object.keys(lines) as Line[]

/** Answers in one sentence why a line cannot be started here, or null when it can. */
export async function whyNot(line: Line): Promise<string | null> {
  if (!(await javaFor(line)))
    return `Neo4j ${lines[line].version} needs Java ${lines[line].java.join(' or ')}, which was not found (JAVA_HOME, PATH, /usr/lib/jvm).`
  if (!cachedClasspath(line) && !commandPath('mvn'))
    return `Neo4j ${lines[line].version} needs Maven (mvn) to fetch it, which was not found on PATH.`
  return null
}

export async function javaFor(line: Line): Promise<Java | null> {
  const javas = await findJavas()
  for (const version of lines[line].java) {
    const java = javas.find((each) => each.version === version)
    if (java) return java
  }
  return null
}

/** The class path of a line's server; fetched by Maven the first time, then remembered. */
export async function resolveClasspath(line: Line): Promise<string> {
  const cached = cachedClasspath(line)
  if (cached !== null) return cached
  const obstacle = await whyNot(line)
  if (obstacle !== null) throw new Error(obstacle)
  const file = classpathFile(line)
  const unfinished = `${file}.${process.pid}`
  mkdirSync(cache, { recursive: true })
  await maven(line, unfinished)
  renameSync(unfinished, file)
  return readFileSync(file, 'utf8')
}

async function maven(line: Line, outputFile: string): Promise<void> {
  const java = await javaFor(line)
  const pom = join(root, 'scripts/neo4j/pom.xml')
  const settings = [`-Dneo4j.version=${lines[line].version}`, `-Dmdep.outputFile=${outputFile}`]
  const environment = java ? { ...process.env, JAVA_HOME: java.home } : process.env
  const goal = ['-q', '-B', '-f', pom, 'dependency:build-classpath', ...settings]
  await execute('mvn', goal, { env: environment }).catch((error: unknown) => {
    const { stdout = '' } = error as { stdout?: string }
    const said = stdout.trim().split('\n').slice(0, 5).join('\n')
    throw new Error(`Maven could not fetch Neo4j ${lines[line].version}:\n${said}`, { cause: error })
  })
}

function cachedClasspath(line: Line): string | null {
  const file = classpathFile(line)
  if (!existsSync(file)) return null
  const classpath = readFileSync(file, 'utf8')
  return classpath.split(delimiter).every((jar) => existsSync(jar)) ? classpath : null
}

const classpathFile = (line: Line): string => join(cache, `${lines[line].version}.classpath`)
