import { availableParallelism } from 'node:os'
import { captureNode, runNode, script, tool } from './run.ts'
import { keepParts } from './testing/profile.ts'
import { runTasks } from './testing/schedule.ts'

/** What may run beside each other, the long ones first. */
const steps: Readonly<Record<string, string[]>> = {
  lint: tool('eslint', ['.', '--max-warnings', '0']),
  types: tool('tsc', ['--noEmit'], 'typescript'),
  format: tool('prettier', ['--check', '--log-level', 'warn', '.']),
  "the explorer's types": tool('tsc', ['--noEmit', '-p', 'src/explorer'], 'typescript'),
  'generated types': script('generate.ts', ['--check']),
}

const failed: string[] = []
const check = async (name: string, args: readonly string[]): Promise<void> => {
  const { status, output, seconds, cpuSeconds } = await captureNode(args)
  console.log(`— ${name}${status === 0 ? '' : ': failed'}\n${output}`)
  keepParts([{ name, store: '-', seconds, cpuSeconds, passed: 0, failed: 0 }])
  if (status !== 0) failed.push(name)
}
const tasks = Object.entries(steps).map(([name, args]) => ({ lane: null, ready: null, run: () => check(name, args) }))
await runTasks(tasks, availableParallelism())

console.log('— tests')
if (runNode(script('test.ts')) !== 0) failed.push('tests')
console.log(failed.length === 0 ? '\nEverything holds.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
