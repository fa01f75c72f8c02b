import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileSource } from '../../src/app/fileSource.ts'
import { importTranscript } from '../../src/app/imports/job/importTranscript.ts'
import { openScratch } from '../../src/storage/scratch.ts'
import { rateFigure } from '../support/figures.ts'
import { inTurns, median, type Work } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import type { Subject } from '../support/subject.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { count, perSecond, type Figure } from '../support/table.ts'
import { writeTranscript } from '../support/transcripts.ts'

const bars = { sqlite: 10_000, neo4j: 4_000 }

/** Imports transcripts, and writes the same batches of rows to the raw store. */
export async function measureImports(subject: Subject, sizes: Sizes): Promise<Figure[]> {
  const { importMessages: messages, importRounds } = sizes
  const { scope, recorder, raw, name, kind } = subject
  const folder = temporaryFolder('import')
  const imported = async (name: string): Promise<Work> => {
    const path = join(folder, `${name}.jsonl`)
    await writeTranscript(path, messages)
    return async () => {
      const { report } = await importTranscript(scope(), { source: fileSource(path, null), openScratch })
      if (report.added !== messages) throw new Error(`${report.added} of ${messages} messages were added.`)
    }
  }
  try {
    const times = await inTurns(
      {
        product: (round) => imported(`${round}`),
        // Rows of an import of its own: to keep them would cost the one that is timed.
        raw: async (round) => {
          const record = await imported(`${round}-recorded`)
          recorder.begin()
          await record()
          const works = recorder.end().map((changes) => raw.batch(changes))
          return async () => {
            for (const work of works) await work()
          }
        },
      },
      importRounds,
      false,
    )
    const [rates, rawRates] = [times.product, times.raw].map((all) => all.map((time) => messages / (time / 1000)))
    const what = `import of Claude Code transcripts of ${count(messages)} messages, beside the raw store`
    const figure = rateFigure({ store: name, what, rates: rates ?? [], raw: rawRates ?? [], shown: perSecond })
    return [{ ...figure, bar: `at least ${perSecond(bars[kind])}`, holds: median(rates ?? []) >= bars[kind] }]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
