import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pythonOf } from '../../scripts/clients.ts'
import { root } from '../../scripts/root.ts'

/** The folder of the Python package. */
export const folder = join(root, 'python')

/** What a Python program said, and how it ended. */
export interface Ended {
  readonly status: number | null
  readonly said: string
  readonly errors: string
}

/** Runs Python in the folder of the package, which it imports from its source. */
export async function runPython(
  args: readonly string[],
  { url = '', env = {} }: { readonly url?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const child = spawn(pythonOf('package'), args, {
    cwd: folder,
    env: {
      ...process.env,
      ...{ PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1', TURNGRAPH_URL: url, OPENAI_API_KEY: 'none' },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  const [said, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, said, errors }
}
