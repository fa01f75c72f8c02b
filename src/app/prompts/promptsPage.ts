import type { Conversation, Instant } from '../../domain/model.ts'
import { startId } from '../../domain/prompts/rows.ts'
import { badInput } from '../../domain/refusals.ts'
import { brokenCursor, cursorGone, cursorOf, listIn, readId } from '../read/cursors.ts'
import { listed, noPage, type ListPage, type PageArguments } from '../read/pages.ts'
import { isOnPath, asTreeNode } from '../read/paths.ts'
import type { PointRef } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import { shownPath } from '../transcripts/asOf.ts'
import type { TranscriptValues } from '../transcripts/transcripts.ts'
import { rowNumbers, rowsBetween, type ListedPrompt, type PromptPath } from './rows.ts'
import { promptNumber } from './placeCounts.ts'

/** Which path is shown by its prompts, and how. */
export interface PromptsRequest extends PageArguments {
  readonly at?: PointRef | null
  readonly asOf?: Instant | null
  readonly values?: TranscriptValues | null
}

/** Rows of a page unless it is asked for more. */
const usual = 20
/** Rows that a page may have: what is counted of each is kept, the rest is read of its nodes. */
export const mostRows = 1000
export const mostReadRows = 100

/** Returns a page of the prompts of a path, the last 20 unless it is asked otherwise; `most` is how many it may have. */
export async function promptsPage(
  input: Scope,
  conversation: Conversation,
  request: PromptsRequest,
  most: number = mostRows,
): Promise<ListPage<ListedPrompt>> {
  const size = sizeOf(request, most)
  const list = listIn(input, `prompts:${conversation.id}`)
  const [after, before] = [readId(list, request.after, 'after'), readId(list, request.before, 'before')]
  const { scope, end } = await shownPath(input, conversation, { at: request.at ?? null, asOf: request.asOf ?? null })
  if (end === null) {
    if (after !== null || before !== null) throw cursorGone(after ?? before ?? '')
    return noPage
  }
  const path: PromptPath = { scope, conversation, end, values: request.values ?? 'CURRENT' }
  const numbers = await rowNumbers(path)
  const low = after === null ? numbers.first : (await numberOf(path, after)) + 1
  const high = before === null ? numbers.last : (await numberOf(path, before)) - 1
  const from = size.last === null ? low : Math.max(low, high - size.last + 1)
  const to = size.first === null ? high : Math.min(high, low + size.first - 1)
  const rows = await rowsBetween(path, numbers, from, to)
  return {
    items: rows.map((row) => listed(row, () => cursorOf(list, row.id))),
    hasPreviousPage: from > numbers.first && from <= to,
    hasNextPage: to < numbers.last && from <= to,
    totalCount: () => Promise.resolve(numbers.last - numbers.first + 1),
  }
}

/** Returns the sizes asked for, checked. Both together are refused. */
function sizeOf({ first, last }: PageArguments, most: number): { first: number | null; last: number | null } {
  for (const [name, size] of [
    ['first', first],
    ['last', last],
  ] as const)
    if (size != null && (size < 1 || size > most))
      throw badInput(
        `"${name}" must be from 1 to ${most}${most < mostRows ? inDetail : ''}.`,
        { [name]: size, maximum: most },
        [name],
      )
  if (first != null && last != null) throw badInput('Give "first" or "last", not both.', { first, last }, ['last'])
  return { first: first ?? null, last: last ?? (first == null ? usual : null) }
}
const inDetail = ' where steps, tools, strip, activeMs or what stands in a row is asked for'

/** The number of the row that a cursor names. */
async function numberOf({ scope, end }: PromptPath, id: string): Promise<number> {
  if (id === startId) return 0
  const node = asTreeNode(await scope.reads.observation(id))
  if (node === null) throw brokenCursor(id, 'after')
  const number = (await isOnPath(scope.reads, node, end)) ? promptNumber(node) : null
  if (number === null) throw cursorGone(id)
  return number
}
