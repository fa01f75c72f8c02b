import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { compact } from '../../src/app/markers/compact.ts'
import { dropSpan } from '../../src/app/markers/dropSpan.ts'
import { cursorOf, listIn } from '../../src/app/read/cursors.ts'
import type { PageArguments } from '../../src/app/read/pages.ts'
import { nodeAt } from '../../src/app/read/paths.ts'
import type { Scope } from '../../src/app/scope.ts'
import { coldCalls } from '../support/coldCalls.ts'
import { chain } from './fork.ts'
import { flatFigure } from '../support/figures.ts'
import { inTurns, type Contender } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import { headNode, readPage } from './page.ts'
import type { Subject } from '../support/subject.ts'
import { count, type Figure } from '../support/table.ts'

const size = 50
const places = ['at the head', 'in the middle', 'at the root end'] as const
const marked = 'marked'

/** Reads CONTEXT of, and writes markers to, a long path with many of them beside a short one with none. */
export async function measureMarkers(subject: Subject, sizes: Sizes): Promise<Figure[]> {
  const [few, , many] = sizes.depths
  await forkConversation(subject.scope(), { source: chain(many), newConversationId: marked })
  for (let i = 0; i < sizes.markers; i++) await mark(subject.scope(), marked, exchangeOf(i, sizes), i)
  const what = `${count(many)} turns and ${count(sizes.markers)} markers beside ${count(few)} turns and none`
  const figures: Figure[] = []
  for (const place of places)
    figures.push(await comparePages(subject, sizes, `CONTEXT page of ${size} ${place}, ${what}`, place))
  return [...figures, await compareWrites(subject, sizes, `write of a marker, ${what}`)]
}

/** The first turn of the exchange that a marker names: they lie apart, evenly over the path. */
function exchangeOf(marker: number, { depths, markers }: Sizes): number {
  return 1 + 2 * Math.floor((marker * depths[2]) / 2 / markers)
}

async function mark(scope: Scope, conversationId: string, turn: number, i: number): Promise<void> {
  const ends = { conversationId, from: { turn }, to: { turn: turn + 1 } }
  if (i % 2 === 0) await compact(scope, { ...ends, summary: `What was said in turn ${turn}.` })
  else await dropSpan(scope, ends)
}

async function comparePages(
  subject: Subject,
  sizes: Sizes,
  what: string,
  place: (typeof places)[number],
): Promise<Figure> {
  const [few] = sizes.depths
  const page = async (id: string): Promise<Contender> => {
    const args = await argumentsFor(subject, id, place)
    return () => () => readPage(subject.scope(), id, args, 'CONTEXT')
  }
  const times = await inTurns({ few: await page(chain(few)), many: await page(marked) }, sizes.pageRounds)
  const args = await argumentsFor(subject, marked, place)
  const calls = await coldCalls(subject, (scope) => readPage(scope, marked, args, 'CONTEXT'))
  return flatFigure(subject.name, `${what} (cold: ${calls} store calls)`, times.many, times.few)
}

async function argumentsFor({ scope }: Subject, id: string, place: (typeof places)[number]): Promise<PageArguments> {
  if (place === 'at the head') return { last: size }
  if (place === 'at the root end') return { first: size }
  const head = await headNode(scope(), id)
  // Two exchanges behind one that a marker may have hidden.
  const turn = 2 * Math.floor(head.place.turns / 4) + 4
  const middle = await nodeAt(scope().reads, head, 'turn', turn)
  return { first: size, after: cursorOf(listIn(scope(), `transcript:${id}:CONTEXT`), middle?.id ?? '') }
}

/** Each round marks a fork of its own, so that none has more markers than the one before. */
async function compareWrites(subject: Subject, sizes: Sizes, what: string): Promise<Figure> {
  const write =
    (source: string, turn: number): Contender =>
    async (round) => {
      const fork = `${source}-${round}`
      await forkConversation(subject.scope(), { source, newConversationId: fork })
      return () => mark(subject.scope(), fork, turn, 1)
    }
  const contenders = { few: write(chain(sizes.depths[0]), 5), many: write(marked, 5) }
  const times = await inTurns(contenders, sizes.markerRounds)
  return flatFigure(subject.name, what, times.many, times.few)
}
