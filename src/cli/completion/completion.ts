import { Argument } from 'commander'
import { own } from '../../runtime/own.ts'
import { outputTo } from '../output.ts'
import type { Program } from '../program.ts'
import { bashCompletion } from './bash.ts'
import { describedCommands, type DescribedCommand } from './described.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

const shells: Readonly<Record<string, (commands: readonly DescribedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

/** Adds `completion SHELL`: what a shell loads to complete commands, options and values. */
export function addCompletion({ root, terminal }: Program): void {
  root
    .command('completion')
    .description('print what a shell loads to complete commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
    .addHelpText('after', '\nExample:\n  source <(turngraph completion bash)')
    .action(async (shell: string) => {
      const text = own(shells, shell)?.(describedCommands(root)) ?? ''
      await outputTo(terminal.stdout).write(text)
    })
}
