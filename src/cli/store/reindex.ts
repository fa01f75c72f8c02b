import { Presets, SingleBar } from 'cli-progress'
import { CommandFailed } from '../../client/failures.ts'
import { withOpenGraph, type CommonOptions } from '../withGraph.ts'
import { counted } from '../text.ts'
import { addCommand, type Program } from '../program.ts'
import type { Terminal } from '../terminal.ts'
import { openLocalStore } from './localStore.ts'

/** Adds `reindex`: it rebuilds the search index. */
export function addReindex({ root, terminal, ended }: Program): void {
  addCommand(root, 'reindex', 'rebuild the search index, of all tenants', 'turngraph reindex').action(
    async (options: CommonOptions) => {
      const { url } = options
      // The index is one of the whole store: whoever is named, it is rebuilt for all.
      const open = () => (url ? notThere(url) : openLocalStore(terminal.env, { writes: false }))
      const run = withOpenGraph(terminal, options, open, async (store, { say }) => {
        const bar = barOn(terminal.stderr)
        const indexed = await store.reindex((done, all) => bar.show(done, all)).finally(() => bar.stop())
        const { tenants } = store
        const whose = tenants.length === 1 ? '' : `, of all ${tenants.length} tenants: ${tenants.join(', ')}`
        await say(`The index is rebuilt from ${counted(indexed, 'observation', 'observations')}${whose}.\n`)
        return { document: { indexed, tenants }, ok: true }
      })
      ended(await run)
    },
  )
}

function notThere({ href }: URL): Promise<never> {
  const message = `The index of ${href} is rebuilt where its store is: run "reindex" there, without --url.`
  return Promise.reject(new CommandFailed('NOT_REMOTE', message, { url: href }))
}

export interface Bar {
  show(done: number, all: number): void
  stop(): void
}

/** Returns a progress bar for a person; nothing is shown to a program. */
export function barOn(stderr: Terminal['stderr']): Bar {
  if (stderr.isTTY !== true) return { show: () => undefined, stop: () => undefined }
  const format = '{bar} {percentage} %  {eta_formatted} left'
  const bar = new SingleBar({ stream: stderr, format, clearOnComplete: true, hideCursor: true }, Presets.shades_classic)
  let isShown = false
  return {
    show(done, all) {
      if (!isShown) bar.start(Math.max(1, all), done)
      isShown = true
      bar.setTotal(Math.max(1, all))
      bar.update(done)
    },
    stop: () => bar.stop(),
  }
}
