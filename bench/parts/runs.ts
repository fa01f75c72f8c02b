import { claimRun } from '../../src/app/runs/claimRun.ts'
import { completeRun } from '../../src/app/runs/completeRun.ts'
import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import { flatFigure } from '../support/figures.ts'
import { inTurns, type Contender } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import { turnOf } from '../support/seed.ts'
import type { Subject } from '../support/subject.ts'
import type { Figure } from '../support/table.ts'

const turns = 10

/** Measures what a run costs: a claim, ten turns and the completion, beside ten turns without a run. */
export async function measureRuns({ scope, name }: Subject, { runRounds }: Sizes): Promise<Figure[]> {
  const append = async (conversationId: string, round: number, runId: string | null) => {
    for (let i = 0; i < turns; i++) await storeTurn(scope(), { ...turnOf(conversationId, round * turns + i), runId })
  }
  const contenders: Record<'run' | 'bare', Contender> = {
    run: (round) => async () => {
      const run = { conversationId: 'with-runs', runId: `r${round}` }
      await claimRun(scope(), run)
      await append(run.conversationId, round, run.runId)
      await completeRun(scope(), run)
    },
    bare: (round) => () => append('without-runs', round, null),
  }
  const times = await inTurns(contenders, runRounds)
  const what = `a run of ${turns} appends, claimed and completed, beside ${turns} bare appends`
  return [flatFigure(name, what, times.run, times.bare)]
}
