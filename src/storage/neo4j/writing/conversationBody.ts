import type { Conversation, ForkedFrom } from '../../../domain/model.ts'
import { conversationText, conversationOfText } from '../../rows/rows.ts'
import { compacted, compactedOrNull, expanded, expandedOrNull, instantFrom, timeText } from '../reading/compactText.ts'

/** Which member the first line holds. */
type TitleKind = 'title' | 'derivedTitle' | null
type Columns = [
  version: number,
  origin: string,
  activityAt: string | 0,
  headId: string | null,
  shown: TitleKind,
  ...Fork,
]
/** The point is 0 where it is the head: a fork that has not moved. */
type Fork = [] | [pointId: string | null | 0, turn: number | null, pathHash: string, eventId: string]

/**
 * Returns what changes in place, as one text of three lines: the title for people who analyse, what has a place of its
 * own, and the rest by its names. What repeats another value is 0: every fork would store it twice.
 */
export function conversationBody(conversation: Conversation): string {
  const { title, derivedTitle, version, origin, activityAt, createdAt, headId, forkedFrom } = conversation
  const displayText = shownOf(conversation)
  const columns: Columns = [
    version,
    origin,
    activityAt === createdAt ? 0 : timeText(activityAt),
    compactedOrNull(headId),
    displayText,
    ...(forkedFrom ? forkColumns(forkedFrom, headId) : ([] as const)),
  ]
  const rest = conversationText({
    ...withoutColumns(conversation),
    title: displayText === 'title' ? null : title,
    derivedTitle: displayText === 'derivedTitle' ? '' : derivedTitle,
  })
  return [displayText === null ? '' : (title ?? derivedTitle), JSON.stringify(columns), rest].join('\n')
}

/** Returns where a fork comes from, its source aside: that is a property of its own. */
function forkColumns({ observationId, turn, pathHash, eventId }: ForkedFrom, headId: string | null): Fork {
  const pointId = observationId === headId ? 0 : compactedOrNull(observationId)
  return [pointId, turn, compacted(pathHash), compacted(eventId)]
}

function withoutColumns(conversation: Conversation) {
  const { id: _, version: __, createdAt: ___, activityAt: ____, origin: _____, ...rest } = conversation
  return { ...rest, headId: null, forkedFrom: null }
}

/** Which title stands in the first line; none that a line of plain text cannot hold. */
function shownOf({ title, derivedTitle }: Conversation): TitleKind {
  if (/[\n\0\p{Surrogate}]/u.test(title ?? derivedTitle)) return null
  return title === null ? 'derivedTitle' : 'title'
}

/** What never changes, as properties of its own. */
export interface Fixed {
  readonly id: string
  readonly createdAt: string
  readonly forkedFrom: string | null
}

/** Returns the conversation of such a text. */
export function conversationOfBody({ id, createdAt, forkedFrom: source }: Fixed, body: string): Conversation {
  const [first = '', columns = '', rest = ''] = body.split('\n')
  const [version, origin, activityAt, head, displayText, ...fork] = JSON.parse(columns) as Columns
  const headId = expandedOrNull(head)
  return {
    ...conversationOfText(rest),
    id,
    version,
    createdAt,
    activityAt: activityAt === 0 ? createdAt : instantFrom(activityAt),
    origin: origin as Conversation['origin'],
    headId,
    ...(displayText === null ? {} : { [displayText]: first }),
    forkedFrom: source === null ? null : forkOf(source, fork, headId),
  }
}

function forkOf(conversationId: string, fork: Fork, headId: string | null): ForkedFrom {
  const [pointId = null, turn = null, pathHash = '', eventId = ''] = fork
  return {
    conversationId,
    observationId: pointId === 0 ? headId : expandedOrNull(pointId),
    turn,
    pathHash: expanded(pathHash),
    eventId: expanded(eventId),
  }
}
