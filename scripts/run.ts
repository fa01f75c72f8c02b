import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from './root.ts'

const require = createRequire(import.meta.url)

/** Runs the command-line tool of a dependency in the repository's folder and answers its exit status. */
export function runTool(name: string, args: readonly string[], packageName = name): number {
  const manifestPath = require.resolve(`${packageName}/package.json`)
  const { bin } = require(manifestPath) as { bin: string | Record<string, string> }
  const file = typeof bin === 'string' ? bin : bin[name]
  if (file === undefined) throw new Error(`${packageName} has no command named ${name}.`)
  return runNode([join(dirname(manifestPath), file), ...args])
}

/** Runs one of our scripts (TypeScript) and answers its exit status. */
export const runScript = (name: string, args: readonly string[] = []): number =>
  runNode(['--import', 'tsx', join(root, 'scripts', name), ...args])

function runNode(args: readonly string[]): number {
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (error) throw error
  return status ?? 1
}
