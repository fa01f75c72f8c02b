import type { Command } from 'commander'
import { CommandFailed } from '../../client/failures.ts'
import { addCommand, type Program } from '../program.ts'
import { openLocalStore } from '../store/localStore.ts'
import { counted } from '../text.ts'
import { withOpenGraph, type CommonOptions } from '../withGraph.ts'

/** Adds `erasures forget`: destroys what imports know erased content by. */
export function addForget(erasures: Command, { terminal, ended }: Program): void {
  addCommand(
    erasures,
    'forget',
    'destroy the key by which imports know erased content again (SUPPRESS_REIMPORT), and the digests made with it',
    'turngraph erasures forget',
  ).action(async (_: CommonOptions, command: Command) => {
    const options = command.optsWithGlobals<CommonOptions>()
    const { url, tenant } = options
    const open = () => (url ? notThere(url) : openLocalStore(terminal.env, { writes: false, tenant }))
    const run = withOpenGraph(terminal, options, open, async (store, { say }) => {
      const { hadKey, contents } = await store.forget()
      const what = hadKey ? 'The key is destroyed' : 'There was no key'
      await say(`${what}; ${counted(contents, 'erased content is', 'erased contents are')} forgotten.\n`)
      return { document: { hadKey, contents }, ok: true }
    })
    ended(await run)
  })
}

function notThere({ href }: URL): Promise<never> {
  const message = `The key of ${href} lies in its data folder: run "erasures forget" there, without --url.`
  return Promise.reject(new CommandFailed('NOT_REMOTE', message, { url: href }))
}
