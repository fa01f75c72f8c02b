import { runScript, runTool } from './run.ts'

const steps: Record<string, () => number> = {
  format: () => runTool('prettier', ['--check', '--log-level', 'warn', '.']),
  lint: () => runTool('eslint', ['.', '--max-warnings', '0']),
  'generated types': () => runScript('generate.ts', ['--check']),
  types: () =>
    runTool('tsc', ['--noEmit'], 'typescript') || runTool('tsc', ['--noEmit', '-p', 'src/explorer'], 'typescript'),
  tests: () => runScript('test.ts'),
}

const failed: string[] = []
for (const [name, step] of Object.entries(steps)) {
  console.log(`\n— ${name}`)
  if (step() !== 0) failed.push(name)
}
console.log(failed.length === 0 ? '\nEverything holds.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
