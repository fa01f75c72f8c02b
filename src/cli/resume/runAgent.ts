import { spawn } from 'node:child_process'
import { secretVariables } from '../../config/config.ts'
import { keyVariable } from '../../client/serverVariables.ts'
import { outputTo } from '../output.ts'
import type { Terminal } from '../terminal.ts'

/** What is for turngraph alone. */
const ownSecrets = new Set([...secretVariables, keyVariable])

/** Runs an agent in a folder, with this terminal as its own; answers its exit status. */
export async function runAgent(
  { env: input, stderr }: Terminal,
  [program = '', ...args]: readonly string[],
  cwd: string,
): Promise<number> {
  const env = Object.fromEntries(Object.entries(input).filter(([name]) => !ownSecrets.has(name)))
  const child = spawn(program, args, { cwd, env, stdio: 'inherit' })
  return new Promise((done) => {
    child.once('exit', (code) => {
      done(code ?? 1)
    })
    child.once('error', ({ message }) => {
      const report = outputTo(stderr).write(`turngraph: "${program}" cannot be started: ${message}\n`)
      void report.then(() => {
        done(1)
      })
    })
  })
}
