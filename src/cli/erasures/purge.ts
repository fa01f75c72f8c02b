import { CommandFailed } from '../../client/failures.ts'
import { addCommand, type Program } from '../program.ts'
import { openLocalStore } from '../store/localStore.ts'
import { counted } from '../text.ts'
import { withOpenGraph, type CommonOptions } from '../withGraph.ts'

/** Adds `purge`: the store's files are written anew, or an operator says how they were dealt with. */
export function addPurge({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'purge [id]',
    'write the files of the store anew without what was erased, or say how that was done (--how)',
    'turngraph purge\nturngraph purge 0f2c… --how "restored into a new database"',
  )
    .option('--how <text>', 'with an id: how its files were dealt with, by your word')
    .action(async (id: string | undefined, { how, ...options }: CommonOptions & { readonly how?: string }) => {
      const { url, tenant } = options
      const open = () => (url ? notThere(url) : openLocalStore(terminal.env, { writes: false, tenant }))
      const run = withOpenGraph(terminal, options, open, async (store, { say }) => {
        const purged = await store.purge(id ?? null, how ?? null)
        await say(`${counted(purged.length, 'erasure is', 'erasures are')} purged now.\n`)
        return { document: { purged }, ok: true }
      })
      ended(await run)
    })
}

function notThere({ href }: URL): Promise<never> {
  const message = `The files of ${href} are written anew where its store is: run "purge" there, without --url.`
  return Promise.reject(new CommandFailed('NOT_REMOTE', message, { url: href }))
}
