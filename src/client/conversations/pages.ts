import { TurngraphError } from '../turngraphError.ts'
import type { ForwardPage, Page, Pages } from './listTypes.ts'
import type { EitherPage, Entry, TranscriptPage } from './types.ts'

/** The largest page that is answered. */
const largest = 100

/** Returns a list that reads page by page. */
export function pagesOf<Item>(read: (page: ForwardPage) => Promise<Page<Item>>, size: number = largest): Pages<Item> {
  const each = () => forward(read, size)
  return { page: (options = {}) => read({ first: size, ...options }), ...iterated(each) }
}

/** Returns the entries of a transcript; with `last`, exactly that many from its end. */
export function transcriptPages(
  read: (page: EitherPage) => Promise<TranscriptPage>,
  last: number | undefined,
): Pages<Entry, EitherPage, TranscriptPage> {
  const each = () => (last === undefined ? forward(read, largest) : ending(read, last))
  return { page: (options = {}) => read(sized(options, last)), ...iterated(each) }
}

/** The first page of what was asked for, where no side is named. */
function sized(options: EitherPage, last: number | undefined): EitherPage {
  if (options.first !== undefined || options.last !== undefined) return options
  if (options.before != null || (last !== undefined && options.after == null))
    return { ...options, last: Math.min(last ?? largest, largest) }
  return { ...options, first: largest }
}

function iterated<Item>(each: () => AsyncGenerator<Item>): Pick<Pages<Item>, 'all' | typeof Symbol.asyncIterator> {
  return {
    async all(limit = Infinity) {
      const items: Item[] = []
      if (limit <= 0) return items
      for await (const item of each()) if (items.push(item) >= limit) break
      return items
    },
    [Symbol.asyncIterator]: each,
  }
}

async function* forward<Item>(read: (page: ForwardPage) => Promise<Page<Item>>, first: number): AsyncGenerator<Item> {
  for (let after: string | null = null; ;) {
    const page: Page<Item> = await read({ first, after })
    yield* page.items
    if (!page.hasNextPage || page.endCursor === null) return
    after = page.endCursor
  }
}

/** From the end page by page, then cut: a page may be longer than was asked for. */
async function* ending(read: (page: EitherPage) => Promise<TranscriptPage>, last: number): AsyncGenerator<Entry> {
  if (!Number.isSafeInteger(last) || last < 0)
    throw new TurngraphError('BAD_INPUT', '"last" must be a whole number, 0 or more.', { last }, ['last'])
  let [entries, before]: [readonly Entry[], string | null] = [[], null]
  while (entries.length < last) {
    const page: TranscriptPage = await read({ last: Math.min(last - entries.length, largest), before })
    entries = [...page.items, ...entries]
    if (!page.hasPreviousPage || page.startCursor === null) break
    before = page.startCursor
  }
  if (last > 0) yield* entries.slice(-last)
}
