import type { RereadResult } from '../../app/rereads/reread.ts'
import { titled } from './everyTenant.ts'
import { CommandFailed } from '../../client/failures.ts'
import { withOpenGraph, type CommonOptions } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { counted } from '../text.ts'
import { openLocalStore } from './localStore.ts'
import { barOn } from './reindex.ts'

/** Adds `reread`: what imports have kept, read by the readers of today. */
export function addReread({ root, terminal, ended }: Program): void {
  const what = 'read imported files again from the store, and correct what this version reads better'
  addCommand(root, 'reread', what, 'turngraph reread').action(async (options: CommonOptions) => {
    const { url, tenant } = options
    const open = () => (url ? notThere(url) : openLocalStore(terminal.env, { writes: false, tenant }))
    const run = withOpenGraph(terminal, options, open, async (store, { say }) => {
      const results: (RereadResult & { readonly tenant: string })[] = []
      for (const one of store.tenants) {
        const bar = barOn(terminal.stderr)
        const result = await store.reread(one, (done, all) => bar.show(done, all)).finally(() => bar.stop())
        results.push({ tenant: one, ...result })
        await say(titled(one, textOf(result), store.tenants))
      }
      const sum = (name: keyof RereadResult) => results.reduce((all, result) => all + result[name], 0)
      const all = {
        conversations: sum('conversations'),
        files: sum('files'),
        corrected: sum('corrected'),
        linked: sum('linked'),
      }
      return { document: { ...all, tenants: results }, ok: true }
    })
    ended(await run)
  })
}

function textOf({ conversations, corrected, linked }: RereadResult): string {
  const tied = linked === 0 ? '' : `, tied ${counted(linked, 'sub-agent', 'sub-agents')} to their calls`
  const done = `corrected ${counted(corrected, 'turn', 'turns')}${tied}`
  return `Read ${counted(conversations, 'conversation', 'conversations')} again; ${done}.\n`
}

function notThere({ href }: URL): Promise<never> {
  const message = `"reread" works on the store itself: run it where the store of ${href} is, without --url.`
  return Promise.reject(new CommandFailed('NOT_REMOTE', message, { url: href }))
}
