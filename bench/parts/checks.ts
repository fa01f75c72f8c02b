import { integrityPart } from '../../src/app/integrity/integrity.ts'
import { verifyPart } from '../../src/app/integrity/verifyPath.ts'
import type { Scope } from '../../src/app/scope.ts'
import type { Sizes } from '../amounts.ts'
import { flatFigure } from '../support/figures.ts'
import { inTurns, type Contender } from '../support/measure.ts'
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

/** Checks a long conversation and one of a tenth of its length, part by part: each has what no cache holds yet. */
export async function measureChecks({ scope, name }: Subject, { depths }: Sizes): Promise<Figure[]> {
  const [most, some, many] = depths
  const figures: Figure[] = []
  for (const [what, check] of Object.entries(checks)) {
    const partsOf = (id: string): Contender => {
      let after: string | null = null
      return () => async () => {
        after = (await check(scope(), id, after, most)).next
      }
    }
    const times = await inTurns({ many: partsOf(chain(many)), some: partsOf(chain(some)) }, rounds)
    const told = `${what} of the next ${count(most)} of ${count(many)} turns, beside those of ${count(some)}`
    figures.push(flatFigure(name, told, times.many, times.some))
  }
  return figures
}
