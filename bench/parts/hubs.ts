import { relate } from '../../src/app/relationships/relate.ts'
import { storeEntity } from '../../src/app/entities/storeEntity.ts'
import { storeTurn, storeTurns } from '../../src/app/turns/storeTurns.ts'
import type { Scope } from '../../src/app/scope.ts'
import { messageId } from '../../src/domain/ids.ts'
import { flatFigure } from '../support/figures.ts'
import { inTurns, type Contender } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import { turnOf } from '../support/seed.ts'
import type { Subject } from '../support/subject.ts'
import { count, type Figure } from '../support/table.ts'

const referrers = 'referrers'

/** Relates a message to an entity that many refer to, and to one that nobody does. */
export async function measureHubs({ scope, name }: Subject, { edges, hubRounds }: Sizes): Promise<Figure[]> {
  for (const id of ['hub', 'alone']) await storeEntity(scope(), { id, type: 'topic', name: id })
  await referTo(scope, 'hub', edges)
  const contender =
    (entityId: string): Contender =>
    async (round) => {
      const turnId = `${entityId}-${round}`
      await storeTurn(scope(), turnOf('relating', round, turnId))
      const source = { messageId: messageId('relating', turnId) }
      return () => relate(scope(), { type: 'REFERS_TO', source, target: { entityId } })
    }
  const times = await inTurns({ hub: contender('hub'), alone: contender('alone') }, hubRounds)
  const what = `relate to an entity with ${count(edges)} edges, beside one with few`
  return [flatFigure(name, what, times.hub, times.alone)]
}

async function referTo(scope: () => Scope, entityId: string, edges: number): Promise<void> {
  for (let begin = 0; begin < edges; begin += 1000) {
    const numbers = Array.from({ length: Math.min(1000, edges - begin) }, (_, i) => begin + i)
    const turns = numbers.map((number) => ({ ...turnOf(referrers, number), refersTo: [{ entityId }] }))
    await storeTurns(scope(), { turns })
  }
}
