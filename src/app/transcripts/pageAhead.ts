import type { Conversation } from '../../domain/model.ts'
import { pageSize, type PageArguments } from '../read/pages.ts'
import { rangesOf } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import { axisOf, offset, type RenderedPath } from './renderedPath.ts'
import type { TranscriptView } from './transcripts.ts'

/** Reads at once what a page at the end of the head's path shows, where the head's segment holds it. */
export async function tailAhead(
  reads: Reads,
  { headId }: Conversation,
  view: TranscriptView,
  args: PageArguments,
): Promise<void> {
  const { last } = pageSize(args)
  if (view === 'CONTEXT' || headId === null || last === null || args.before != null) return
  await reads.prefetch.tail({ headId, axis: axisOf[view], last: last + 1 })
}

/** Reads at once what a page between two places shows, with its neighbours: they tell whether it would part a tool group. */
export async function pageAhead(
  reads: Reads,
  { view, head, axis }: RenderedPath,
  after: number,
  before: number,
  { first, last }: ReturnType<typeof pageSize>,
): Promise<void> {
  if (view === 'CONTEXT') return
  const [low, high] =
    first === null ? [Math.max(after, before - 1 - (last ?? 0)), before] : [after, Math.min(before, after + first + 1)]
  const shift = offset(axis)
  const ranges = await rangesOf(reads, head, axis, Math.max(1, low) - shift, high - shift)
  await reads.prefetch.shown(ranges)
}
