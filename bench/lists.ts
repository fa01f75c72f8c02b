import { createConversation } from '../src/app/createConversation.ts'
import { conversationsPage } from '../src/app/lists.ts'
import type { Act } from '../src/app/act.ts'
import { coldCalls } from './coldCalls.ts'
import { flatFigure } from './flat.ts'
import { beside, median, timed } from './measure.ts'
import type { Sizes } from './options.ts'
import type { Subject } from './subject.ts'
import { count, type Figure } from './table.ts'

/** Reads the first page of conversations while there are few, and when there are many. */
export async function measureLists(subject: Subject, { conversations, listRounds }: Sizes): Promise<Figure[]> {
  const [few, many] = conversations
  const { act, name } = subject
  await create(act, 0, few)
  const tFew = await pageTime(act, listRounds)
  await create(act, few, many)
  const tMany = await pageTime(act, listRounds)
  const what = `page of 50 among ${count(many)} conversations, beside ${count(few)} (cold: ${await coldCalls(subject, (act) => conversationsPage(act, {}, { first: 50 }))} store calls)`
  return [flatFigure(name, what, tMany, tFew)]
}

const create = (act: () => Act, from: number, to: number) =>
  beside(to - from, 64, (i) => createConversation(act(), { id: `listed-${from + i}`, title: `Talk ${from + i}` }))

async function pageTime(act: () => Act, rounds: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++)
    times.push(await timed(() => conversationsPage(act(), {}, { first: 50 })))
  return median(times.slice(rounds / 10))
}
