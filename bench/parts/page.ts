import type { Scope } from '../../src/app/scope.ts'
import { cursorOf, listIn } from '../../src/app/read/cursors.ts'
import { nodeAt, headOf } from '../../src/app/read/paths.ts'
import { transcriptPage } from '../../src/app/transcripts/transcript.ts'
import type { TranscriptView } from '../../src/app/transcripts/transcripts.ts'
import type { PageArguments } from '../../src/app/read/pages.ts'
import type { TreeNode } from '../../src/domain/model.ts'
import type { End } from '../raw/adjacency.ts'
import { comparison, within } from '../support/figures.ts'
import { coldCalls } from '../support/coldCalls.ts'
import { chain } from './fork.ts'
import { inTurns, median, type Contender } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import { storeForksOfForks, storeMany } from '../support/seed.ts'
import type { Subject } from '../support/subject.ts'
import { count, ms, type Figure } from '../support/table.ts'

const size = 50
const places = ['at the head', 'in the middle', 'at the root end'] as const
type Place = (typeof places)[number]
const ends: Readonly<Record<Place, End>> = {
  'at the head': 'newest',
  'in the middle': 'middle',
  'at the root end': 'oldest',
}
const plainRounds = 10

/** Two conversations whose pages should cost the same. */
interface Shape {
  readonly what: string
  readonly few: string
  readonly many: string
  /** The adjacency list has the many as well. */
  readonly isPlain?: true
}

/** Reads pages of 50 from paths of different depths and shapes. */
export async function measurePages(subject: Subject, sizes: Sizes): Promise<Figure[]> {
  const figures: Figure[] = []
  const head: Contender = () => () => readPage(subject.scope(), chain(sizes.depths[0]), { last: size })
  if (subject.kind === 'neo4j') await inTurns({ head }, sizes.warmUp)
  for (const shape of await seedShapes(subject, sizes))
    for (const place of places) figures.push(await compare(subject, shape, place, sizes))
  return figures
}

async function seedShapes({ scope }: Subject, { depths, twice, forksOfForks }: Sizes): Promise<Shape[]> {
  const [few, , many] = depths
  const own = Math.ceil(few / (forksOfForks + 1))
  const forks = await storeForksOfForks(scope, 'forks', forksOfForks, own)
  for (const turns of twice) await storeMany(scope, `twice-${turns}`, turns, 2)
  return [
    { what: `${count(many)} turns beside ${count(few)}`, few: chain(few), many: chain(many), isPlain: true },
    {
      what: `${count(twice[1])} turns each stored twice beside ${count(twice[0])}`,
      few: `twice-${twice[0]}`,
      many: `twice-${twice[1]}`,
    },
    {
      what: `${count(twice[1])} turns each stored twice beside ${count(few)} stored once`,
      few: chain(few),
      many: `twice-${twice[1]}`,
    },
    { what: `${forksOfForks} forks of forks beside no fork, ${count(few)} turns`, few: chain(few), many: forks },
  ]
}

async function compare(
  subject: Subject,
  { what, few, many, isPlain }: Shape,
  place: Place,
  sizes: Sizes,
): Promise<Figure> {
  const [fewArguments, manyArguments] = [
    await argumentsFor(subject, few, place),
    await argumentsFor(subject, many, place),
  ]
  const page =
    (id: string, args: PageArguments): Contender =>
    () =>
    () =>
      readPage(subject.scope(), id, args)
  const contenders = {
    few: page(few, fewArguments),
    many: page(many, manyArguments),
    raw: await rawPage(subject, sizes),
  }
  const times = await inTurns(contenders, sizes.pageRounds)
  const calls = await coldCalls(subject, (scope) => readPage(scope, many, manyArguments))
  const told = `page of ${size} ${place}, ${what} (raw: ${ms(median(times.raw))}; cold: ${calls} store calls)`
  const plain = isPlain === true && { plain: await plainTimes(subject, many, place) }
  const figure = { store: subject.name, what: told, times: times.many, beside: times.few, ...plain }
  const compared = comparison({ ...figure, most: 1.5 })
  return subject.kind === 'neo4j' && place === 'at the head' ? within(compared, median(times.many), 3.5) : compared
}

/** The adjacency list goes through all of the path that lies below the page: fewer rounds. */
async function plainTimes({ adjacency }: Subject, id: string, place: Place): Promise<number[]> {
  const times = await inTurns({ plain: () => adjacency.page(id, ends[place]) }, plainRounds)
  return times.plain
}

/** Reads a page of 50 of a view. */
export async function readPage(
  scope: Scope,
  id: string,
  args: PageArguments,
  view: TranscriptView = 'MESSAGES',
): Promise<void> {
  const conversation = await scope.reads.conversation(id)
  if (!conversation) throw new Error(`There is no ${id}.`)
  const { entries } = await transcriptPage(scope, conversation, view, args)
  if (entries.length !== size) throw new Error(`The page of ${id} has ${entries.length} entries.`)
}

/** Returns the node at which a conversation stands. */
export async function headNode(scope: Scope, id: string): Promise<TreeNode> {
  const conversation = await scope.reads.conversation(id)
  const head = conversation && (await headOf(scope, conversation))
  if (!head) throw new Error(`${id} has no head.`)
  return head
}

async function argumentsFor({ scope }: Subject, id: string, place: Place): Promise<PageArguments> {
  if (place === 'at the head') return { last: size }
  if (place === 'at the root end') return { first: size }
  const { reads } = scope()
  const head = await headNode(scope(), id)
  const middle = await nodeAt(reads, head, 'turn', Math.floor(head.place.turns / 2))
  return { first: size, after: cursorOf(listIn(scope(), `transcript:${id}:MESSAGES`), middle?.id ?? '') }
}

/** The same rows of the shallow chain from the raw store, as the driver gives them. */
async function rawPage({ scope, raw }: Subject, { depths: [few] }: Sizes): Promise<Contender> {
  const { place } = await headNode(scope(), chain(few))
  return () => raw.page(place.segmentId, place.turns - size + 1, place.turns)
}
