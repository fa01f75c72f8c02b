import { integrityPart } from '../../src/app/integrity/integrity.ts'
import { verifyPart } from '../../src/app/integrity/verifyPath.ts'
import type { Scope } from '../../src/app/scope.ts'
import type { Sizes } from '../amounts.ts'
import { flatFigure } from '../support/figures.ts'
import { inTurns } from '../support/measure.ts'
import type { Subject } from '../support/subject.ts'
import { count, type Figure } from '../support/table.ts'
import { chain } from './fork.ts'
import { headNode } from './page.ts'

const rounds = 5

/** A part of a check, of a conversation; and where the next one begins. */
type Part = (scope: Scope, id: string, after: string | null, most: number) => Promise<{ readonly next: string | null }>

const checks: Readonly<Record<string, Part>> = {
  integrity: (scope, id, after, most) => integrityPart(scope, id, after, { most }),
  verifyPath: async (scope, id, after, most) => verifyPart(scope, (await headNode(scope, id)).id, after, most),
}

/** Checks a long conversation part by part, each of as many nodes as a short one has beside it. */
export async function measureChecks({ scope, name }: Subject, { depths }: Sizes): Promise<Figure[]> {
  const [few, , many] = depths
  const figures: Figure[] = []
  for (const [what, check] of Object.entries(checks)) {
    let after: string | null = null
    const part = () => async () => {
      const { next } = await check(scope(), chain(many), after, few)
      if (next === null) throw new Error('The long one was checked too soon.')
      after = next
    }
    const times = await inTurns({ part, whole: () => () => check(scope(), chain(few), null, few) }, rounds)
    const told = `${what} of the next ${count(few)} of ${count(many)} turns, beside the whole of ${count(few)}`
    figures.push(flatFigure(name, told, times.part, times.whole))
  }
  return figures
}
