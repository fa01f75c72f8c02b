import { Presets, SingleBar } from 'cli-progress'
import { perform, type CommonOptions } from './perform.ts'
import { addCommand, type Program } from './program.ts'
import type { Terminal } from './terminal.ts'

/** Adds `reindex`: the search index made anew. */
export function addReindex({ root, terminal, ended }: Program): void {
  addCommand(root, 'reindex', 'make the search index anew', 'turngraph reindex').action(
    async (options: CommonOptions) => {
      const run = perform(terminal, options, { writes: false }, async ({ graph, say }) => {
        const bar = barOn(terminal.stderr)
        const indexed = await graph.reindex((done, all) => bar.show(done, all)).finally(() => bar.stop())
        await say(`The index is made anew; ${indexed} stored observations were gone through.\n`)
        return { document: { indexed }, ok: true }
      })
      ended(await run)
    },
  )
}

interface Bar {
  show(done: number, all: number): void
  stop(): void
}

function barOn(stderr: Terminal['stderr']): Bar {
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
