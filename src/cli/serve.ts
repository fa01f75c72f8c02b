import type { Program } from './program.ts'

/** Adds `serve`: the API over HTTP until a signal ends it, as `npm start` does. */
export function addServe({ root, terminal }: Program): void {
  root
    .command('serve')
    .description('serve the API over HTTP until Ctrl-C')
    .addHelpText('after', '\nExample:\n  PORT=4001 DATA=./talks turngraph serve')
    .action(async () => {
      const { serve } = await import('../serve.ts')
      // It sets the exit status itself, also when a signal ends it.
      await serve({ ...terminal.env })
    })
}
