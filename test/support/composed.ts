import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../scripts/neo4j/port.ts'
import { root } from '../../scripts/root.ts'
import { waitFor } from './waitFor.ts'

interface Answer {
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  readonly errors?: readonly [{ readonly message: string; readonly extensions: { readonly code: string } }]
  readonly ms: number
}

/** docker-compose.yml as one project of the engine, on ports of its own. */
export interface Composed {
  readonly port: number
  readonly url: string
  /** Runs `docker compose …` and returns how it ended and all that it said. */
  run(...words: string[]): Promise<{ readonly status: number | null; readonly said: string }>
  /** Names of the services whose container runs. */
  running(): Promise<string[]>
  /** Containers, volumes and networks of the project that are there. */
  left(): Promise<string[]>
  /** Asks the API, and returns its answer and after how long it came. */
  ask(query: string, variables?: object): Promise<Answer>
  /** Resolves once the API takes requests and its store answers. */
  ready(): Promise<void>
  /** Asks Neo4j itself, over HTTP as the host has it, and returns the rows. */
  cypher(statement: string): Promise<readonly (readonly unknown[])[]>
}

interface Given {
  readonly project: string
  readonly password?: string
}

/** How long a database may take to start where other tests run beside it. */
const patience = 180_000

/** Returns the project of that name, beside whatever else the engine has; two of one name are of the same containers, on other ports. */
export async function composeProject({ project: name, password }: Given): Promise<Composed> {
  const project = `turngraph-test-${name}`
  const [port, httpPort, boltPort] = [await freePort(), await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...{ COMPOSE_PROJECT_NAME: project, COMPOSE_ANSI: 'never', COMPOSE_PROGRESS: 'plain', PORT: String(port) },
    ...{ NEO4J_HTTP_PORT: String(httpPort), NEO4J_BOLT_PORT: String(boltPort) },
    ...{ NEO4J_HEAP: '512M', NEO4J_PAGECACHE: '128M', ...(password !== undefined && { NEO4J_PASSWORD: password }) },
  }
  const docker = async (...words: string[]) => {
    const child = spawn('docker', words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    const [status] = (await once(child, 'close')) as [number | null]
    return { status, said }
  }
  const run = (...words: string[]) => docker('compose', ...words)
  const lines = (said: string) =>
    said
      .split('\n')
      .filter((line) => line !== '')
      .sort()
  return {
    port,
    url,
    run,
    running: async () => lines((await run('ps', '--services', '--status', 'running')).said),
    async left() {
      const own = ['--filter', `label=com.docker.compose.project=${project}`, '--quiet']
      const kinds = await Promise.all([
        docker('ps', '--all', ...own),
        docker('volume', 'ls', ...own),
        docker('network', 'ls', ...own),
      ])
      return kinds.flatMap(({ said }) => lines(said))
    },
    async ask(query, variables = {}) {
      const began = performance.now()
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
      })
      const body = (await answer.json()) as Omit<Answer, 'ms'>
      return { ...body, ms: performance.now() - began }
    },
    async ready() {
      const isReady = async () => {
        const answer = await fetch(`${url}/health/ready`).catch(() => null)
        await answer?.text()
        return answer?.status === 200
      }
      const told = async () => (await run('logs', '--tail', '50')).said
      await waitFor(isReady, { limit: patience, every: 250, told })
    },
    async cypher(statement) {
      const authorization = `Basic ${Buffer.from(`neo4j:${password ?? ''}`).toString('base64')}`
      const headers = { authorization, 'content-type': 'application/json' }
      const body = JSON.stringify({ statements: [{ statement }] })
      const answer = await fetch(`http://127.0.0.1:${httpPort}/db/neo4j/tx/commit`, { method: 'POST', headers, body })
      const { results } = (await answer.json()) as {
        results: readonly { data: readonly { row: readonly unknown[] }[] }[]
      }
      return results.flatMap(({ data }) => data.map(({ row }) => row))
    },
  }
}
