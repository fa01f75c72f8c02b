import type { Scope } from '../../src/app/scope.ts'
import { listPage } from '../../src/app/read/lists.ts'
import { storeTurn, storeTurns } from '../../src/app/turns/storeTurns.ts'
import { messageId } from '../../src/domain/ids.ts'
import { inTurns, type Contender } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import { turnOf } from '../support/seed.ts'
import type { Subject } from '../support/subject.ts'
import { flatFigure } from '../support/figures.ts'
import { count, type Figure } from '../support/table.ts'

const again = (observations: number) => `again-${observations}`

/** Stores a turn again, and reads a page of its history, with few and with many observations behind it. */
export async function measureHistories({ scope, name }: Subject, sizes: Sizes): Promise<Figure[]> {
  const [few, some, many] = sizes.observations
  for (const observations of [few, some, many]) await storeAgain(scope, observations)
  const store =
    (observations: number): Contender =>
    () =>
    () =>
      storeTurn(scope(), turnOf(again(observations), 0))
  const page =
    (observations: number): Contender =>
    () =>
    () =>
      listPage(scope(), 'observationsOfMessage', messageId(again(observations), 't0'), { first: 50 })
  const stored = await inTurns({ few: store(few), some: store(some), many: store(many) }, sizes.historyRounds)
  const read = await inTurns({ some: page(some), many: page(many) }, sizes.historyRounds)
  const turns = `a turn with ${count(many)} observations behind it`
  return [
    flatFigure(name, `store of ${turns}, beside ${few}`, stored.many, stored.few),
    flatFigure(name, `store of a turn with ${some} observations behind it, beside ${few}`, stored.some, stored.few),
    flatFigure(name, `history page of 50 of ${turns}, beside ${some}`, read.many, read.some),
  ]
}

async function storeAgain(scope: () => Scope, observations: number): Promise<void> {
  const turn = turnOf(again(observations), 0)
  for (let stored = 0; stored < observations; stored += 1000) {
    const turns = Array.from({ length: Math.min(1000, observations - stored) }, () => turn)
    await storeTurns(scope(), { turns })
  }
}
