import { keyVariable, urlVariable } from '../client/serverVariables.ts'
import { outputTo } from './output.ts'
import type { Program } from './program.ts'

/** Has every command say first which variables are misspelt: a store elsewhere than meant would only look empty. `serve` says it itself. */
export function adviseMisspelt({ root, terminal }: Pick<Program, 'root' | 'terminal'>): void {
  root.hook('preAction', async (_, command) => {
    if (command.name() === 'serve') return
    const [{ misspelt }, { knownVariables }] = await Promise.all([
      import('../config/misspelt.ts'),
      import('../config/config.ts'),
    ])
    const stderr = outputTo(terminal.stderr)
    for (const advice of misspelt(terminal.env, [...knownVariables, keyVariable, urlVariable]))
      await stderr.write(`turngraph: ${advice}\n`)
  })
}
