import { linters } from './lint.ts'
import { captureNode, followNode, script, tool } from './run.ts'
import { keepRows, rowOf } from './testing/report.ts'
import { typeChecks } from './types.ts'

const steps: Readonly<Record<string, string[]>> = {
  'generated files': script('generate.ts', ['--check']),
  lint: linters.lint,
  format: tool('prettier', ['--check', '--log-level', 'warn', '.']),
  ...typeChecks,
}

const failed: string[] = []
const check = async (name: string, args: readonly string[]): Promise<void> => {
  const { status, output, seconds, cpuSeconds } = await captureNode(args)
  console.log(`— ${name}${status === 0 ? '' : ': failed'}\n${output}`)
  keepRows([rowOf(seconds, cpuSeconds, '-', name)])
  if (status !== 0) failed.push(name)
}

// Beside the others, which leave a core of two.
const linted = check('rules of our own', linters['rules of our own'])
for (const [name, args] of Object.entries(steps)) await check(name, args)

console.log('— tests')
if ((await followNode(script('test.ts'))) !== 0) failed.push('tests')
await linted
console.log(failed.length === 0 ? '\nEverything holds.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
