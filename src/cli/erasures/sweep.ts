import type { Command } from 'commander'
import { CommandFailed } from '../../client/failures.ts'
import { addCommand, type Program } from '../program.ts'
import { openLocalStore } from '../store/localStore.ts'
import { counted } from '../text.ts'
import { titled } from '../store/everyTenant.ts'
import { withOpenGraph, type CommonOptions } from '../withGraph.ts'

/** Adds `erasures sweep`: erases now what was kept long enough, as a server does once a day. */
export function addSweep(erasures: Command, { terminal, ended }: Program): void {
  addCommand(
    erasures,
    'sweep',
    'erase what was kept as long as its conversations and the tenant say, as a server does once a day',
    'turngraph erasures sweep',
  ).action(async (_: CommonOptions, command: Command) => {
    const options = command.optsWithGlobals<CommonOptions>()
    const { url, tenant } = options
    const open = () => (url ? notThere(url) : openLocalStore(terminal.env, { writes: false, tenant }))
    const run = withOpenGraph(terminal, options, open, async (store, { say }) => {
      const results: { tenant: string; affected: unknown; receipt: unknown; keys: number }[] = []
      for (const one of store.tenants) {
        const { erased: swept, keys } = await store.sweep(one)
        const gone = keys === 0 ? '' : `${counted(keys, 'idempotency key', 'idempotency keys')} had expired: deleted.\n`
        const what =
          swept &&
          `${counted(swept.affected.observations, 'observation', 'observations')} erased; the receipt is ${swept.receipt?.id}.\n`
        await say(titled(one, `${what ?? 'Nothing was kept long enough to be erased.\n'}${gone}`, store.tenants))
        results.push({ tenant: one, affected: swept?.affected ?? null, receipt: swept?.receipt ?? null, keys })
      }
      const [only] = results
      return { document: results.length === 1 ? only : { tenants: results }, ok: true }
    })
    ended(await run)
  })
}

function notThere({ href }: URL): Promise<never> {
  const message = `The server at ${href} sweeps once a day; to do so now, run "erasures sweep" where its store is, without --url.`
  return Promise.reject(new CommandFailed('NOT_REMOTE', message, { url: href }))
}
