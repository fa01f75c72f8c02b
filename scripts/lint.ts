import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'
import { captureNode, script, tool } from './run.ts'

const sdks = 'test/adapters/sdks'
// Their types come with packages of their own, which their tests install.
const unread = existsSync(join(root, sdks, 'node_modules')) ? [] : [`${sdks}/judges/`, `${sdks}/types/`]

/** The linter and the rules of our own, by name: the arguments with which Node runs each. */
export const linters = {
  lint: tool('oxlint', ['--deny-warnings', ...unread.flatMap((path) => ['--ignore-pattern', path])]),
  // What no linter holds: rules that ask the compiler for types.
  'rules of our own': script('lint/ask.ts'),
} as const satisfies Record<string, string[]>

// `npm run lint`
if (process.argv[1] === import.meta.filename) {
  const ended = await Promise.all(Object.values(linters).map(captureNode))
  for (const { output } of ended) process.stdout.write(output)
  process.exitCode = ended.some(({ status }) => status !== 0) ? 1 : 0
}
