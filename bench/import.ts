import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileSource } from '../src/app/imports/sources/fileSource.ts'
import { importTranscript } from '../src/app/imports/importTranscript.ts'
import { openScratch } from '../src/storage/scratch.ts'
import { inTurns, median } from './measure.ts'
import type { Sizes } from './options.ts'
import type { Subject } from './subject.ts'
import { temporaryFolder } from './temporary.ts'
import { count, perSecond, type Figure } from './table.ts'
import { writeTranscript } from './transcripts.ts'

const bars = { sqlite: 10_000, neo4j: 4_000 }

/** Imports transcripts, and writes the same batches of rows to the raw store. */
export async function measureImports(subject: Subject, sizes: Sizes): Promise<Figure[]> {
  const { importMessages: messages, importRounds } = sizes
  const { scope, recorder, raw, name, kind } = subject
  const folder = temporaryFolder('import')
  try {
    const times = await inTurns(
      {
        product: async (round) => {
          const path = join(folder, `${round}.jsonl`)
          await writeTranscript(path, messages)
          recorder.begin()
          return async () => {
            const { report } = await importTranscript(scope(), { source: fileSource(path, null), openScratch })
            if (report.added !== messages) throw new Error(`${report.added} of ${messages} messages were added.`)
          }
        },
        raw: () => {
          const works = recorder.end().map((changes) => raw.batch(changes))
          return async () => {
            for (const work of works) await work()
          }
        },
      },
      importRounds,
      false,
    )
    const [product, beside] = [median(times.product), median(times.raw)].map((time) => messages / (time / 1000))
    return [rateFigure(name, messages, product ?? 0, beside ?? 0, bars[kind])]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rateFigure(store: string, messages: number, product: number, raw: number, bar: number): Figure {
  return {
    what: `import of Claude Code transcripts of ${count(messages)} messages, beside the raw store`,
    store,
    product: perSecond(product),
    beside: perSecond(raw),
    ratio: raw / product,
    bar: `at least ${perSecond(bar)}`,
    holds: product >= bar,
  }
}
