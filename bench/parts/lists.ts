import { createConversation } from '../../src/app/conversations/createConversation.ts'
import { conversationsPage } from '../../src/app/read/lists.ts'
import type { Scope } from '../../src/app/scope.ts'
import { coldCalls } from '../support/coldCalls.ts'
import { flatFigure } from '../support/figures.ts'
import { beside, timed } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import type { Subject } from '../support/subject.ts'
import { count, type Figure } from '../support/table.ts'

/** Reads the first page of conversations while there are few, and when there are many. */
export async function measureLists(subject: Subject, { conversations, listRounds }: Sizes): Promise<Figure[]> {
  const [few, many] = conversations
  const { scope, name } = subject
  await create(scope, 0, few)
  const tFew = await pageTime(scope, listRounds)
  await create(scope, few, many)
  const tMany = await pageTime(scope, listRounds)
  const what = `page of 50 among ${count(many)} conversations, beside ${count(few)} (cold: ${await coldCalls(subject, (scope) => conversationsPage(scope, {}, { first: 50 }))} store calls)`
  return [flatFigure(name, what, tMany, tFew)]
}

const create = (scope: () => Scope, from: number, to: number) =>
  beside(to - from, 64, (i) => createConversation(scope(), { id: `listed-${from + i}`, title: `Talk ${from + i}` }))

async function pageTime(scope: () => Scope, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++)
    times.push(await timed(() => conversationsPage(scope(), {}, { first: 50 })))
  return times.slice(rounds / 10)
}
