import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../../scripts/root.ts'

/** A service of docker-compose.yml, its variables not yet filled in. */
export interface Service {
  readonly image?: string
  readonly build?: string
  readonly profiles?: readonly string[]
  readonly restart?: string
  readonly entrypoint?: readonly string[]
  readonly depends_on?: Record<string, { readonly condition: string }>
  readonly environment: Readonly<Record<string, string | null>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly stop_grace_period?: string
  readonly healthcheck?: { readonly test: readonly string[] }
}

interface Composed {
  readonly services: Readonly<Record<'neo4j-password' | 'neo4j' | 'api' | 'api-2' | 'api-3' | 'sqlite', Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** What docker-compose.yml says. */
export const { services, volumes } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), {
  merge: true,
}) as Composed

/** Returns the program and its arguments that compose runs to see whether Neo4j is ready, on a port other than its own. */
export function healthCheck(port: number): string[] {
  const words = services.neo4j.healthcheck?.test.slice(1) ?? []
  return words.map((word) => word.replaceAll('$$', '$').replace('/127.0.0.1/7474', `/127.0.0.1/${port}`))
}

/** Says whether that program finds a server ready; where it takes too long it does not. */
export async function isReady(port: number, { password = '', timeout = 20_000 }): Promise<boolean> {
  const [command = '', ...words] = healthCheck(port)
  const env = { ...process.env, HEALTHCHECK_PASSWORD: password }
  const [status] = (await once(spawn(command, words, { env, timeout, stdio: 'ignore' }), 'close')) as [number | null]
  return status === 0
}

/** Runs what compose runs before Neo4j, on a password, and returns how it ended. */
export async function checkPassword(password: string): Promise<{ status: number | null; stderr: string }> {
  const [command = '', ...words] = (services['neo4j-password'].entrypoint ?? []).map((word) =>
    word.replaceAll('$$', '$'),
  )
  // With a socket for its input bash would read a profile.
  const child = spawn(command, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], PASSWORD: password, LC_ALL: 'C' },
  })
  child.stderr.setEncoding('utf8')
  let stderr = ''
  child.stderr.on('data', (text: string) => (stderr += text))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stderr }
}
