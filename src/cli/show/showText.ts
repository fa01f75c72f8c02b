import { plainWord } from '../../domain/messages/plainText.ts'
import { parseMessageId } from '../../domain/ids.ts'
import { blocksText, entryText } from './showBlocks.ts'
import type { Json } from '../../domain/model.ts'
import type * as shown from './things.ts'
import { columns, counted, minuteOf, sizeText } from '../text.ts'

type Fact = readonly [string, string | number | null | undefined]

/** Returns a thing as text for people: what it is, what is known of it, what it says. */
export function thingText(thing: shown.Thing): string {
  switch (thing.kind) {
    case 'Conversation':
      return conversationText(thing)
    case 'Message':
      return messageText(thing)
    case 'Observation':
      return observationText(thing)
    case 'Run':
      return runText(thing)
    case 'Entity':
      return entityText(thing)
    case 'Relationship':
      return relationshipText(thing)
    case 'Attachment':
      return attachmentText(thing)
    case 'Event':
      return eventText(thing)
  }
}

/** What is not known of a thing is left out. */
function facts(heading: string, rows: readonly Fact[]): string {
  const known = rows.flatMap(([name, value]) => (value == null || value === '' ? [] : [[name, value] as const]))
  return `${plainWord(heading)}\n${columns(known)}`
}

const timeOf = (time: string | null) => time && minuteOf(time)
const jsonOf = (value: unknown) => {
  const text = JSON.stringify(value)
  return value === null || text === '{}' ? null : text
}
const titled = (one: { readonly id: string; readonly title: string } | null) => one && `${one.id}: ${one.title}`

function conversationText(one: shown.ShownConversation): string {
  const { forkedFrom, treeShape: shape, transcript, activeRun } = one
  const head = facts(`conversation ${one.id}: ${one.title}`, [
    ['origin', one.origin],
    ['stored', timeOf(one.createdAt)],
    ['last active', timeOf(one.updatedAt)],
    ['deleted', timeOf(one.deletedAt)],
    ['folder', one.cwd],
    ['forked from', forkedFrom && `${forkedFrom.conversation.id} at turn ${forkedFrom.turn ?? 0}`],
    ['started by', one.spawnedBy?.id],
    ['transcript', counted(one.turnCount, 'turn', 'turns')],
    ['head', one.head?.id],
    [
      'tree',
      `${counted(shape.leaves, 'leaf', 'leaves')}, ${counted(shape.branchPoints, 'branch point', 'branch points')}`,
    ],
    ['sub-agents', shape.sidechains || null],
    ['open run', activeRun && `${activeRun.runId} (${activeRun.state})`],
    ['metadata', jsonOf(one.metadata)],
  ])
  const more = transcript.pageInfo.hasPreviousPage ? '… earlier turns: --turns shows more\n' : ''
  return head + edgesText(one.relationships) + more + transcript.nodes.map(entryText).join('')
}

function messageText(one: shown.ShownMessage): string {
  const { observations } = one
  const head = facts(`message ${one.id}`, [
    ['role', one.role],
    ['of', titled(one.conversation)],
    ['state', one.deleted ? 'deleted' : null],
    ['replaces', one.supersedes?.id],
    ['replaced by', one.supersededBy.map(({ id }) => id).join(', ')],
    ['stored', `${counted(observations.totalCount ?? 0, 'time', 'times')}, newest first:`],
  ])
  const stored = observations.nodes.map(
    ({ id, kind, turn, observedAt }) =>
      `    ${minuteOf(observedAt)}  ${id}  ${kind}${turn === null ? '' : ` ${turn}`}\n`,
  )
  const rest = (observations.totalCount ?? 0) - observations.nodes.length
  const more = rest > 0 ? `    … and ${rest} more\n` : ''
  return head + stored.join('') + more + edgesText(one.relationships) + blocksText(one.content ?? [])
}

function observationText(one: shown.ShownObservation): string {
  const { usage, entity } = one
  const tokens = usage && `${usage.inputTokens ?? 0} in, ${usage.outputTokens ?? 0} out`
  const head = facts(`observation ${one.id}`, [
    ['kind', one.observed],
    ['role', one.role],
    ['turn', one.turn],
    ['depth', one.depth],
    ['of', one.message?.id ?? (entity && `${entity.id}: ${entity.name}`) ?? one.relationship?.id],
    ['recorded in', titled(one.conversation)],
    ['happened', timeOf(one.observedAt)],
    ['stored', timeOf(one.ingestedAt)],
    ['sender', one.senderId],
    ['model', one.model],
    ['tokens', tokens],
    ['run', one.runId],
    ['continues', one.parent?.id],
    ['copy of', one.copyOf?.id],
    ['place', one.depth === null ? null : one.isLeaf ? 'a leaf' : 'continued by other turns'],
    ['path hash', one.pathHash],
    ['fields', jsonOf(one.fields)],
  ])
  return head + blocksText(one.content ?? [])
}

function runText(one: shown.ShownRun): string {
  return facts(`run ${one.runId}`, [
    ['of', titled(one.conversation)],
    ['state', one.state],
    ['claimed', timeOf(one.claimedAt)],
    ['completed', timeOf(one.completedAt)],
    ['completion', one.completionSeq],
    ['waits for', one.pendingQuestionId],
    ['question', jsonOf(one.pendingRequest)],
  ])
}

function entityText(one: shown.ShownEntity): string {
  const { snapshot } = one
  const head = facts(`${one.type} ${one.id}: ${one.name}`, [
    ['state', one.deleted ? 'deleted' : null],
    ['merged into', one.mergedInto?.id],
    ['observations', snapshot?.observationCount],
    ['last observed', snapshot && minuteOf(snapshot.computedAt)],
  ])
  const values = Object.entries((snapshot?.fields ?? {}) as Record<string, Json>)
  const rows = values.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const)
  return head + (rows.length > 0 ? `fields\n${columns(rows)}` : '') + edgesText(one.relationships)
}

function relationshipText(one: shown.ShownRelationship): string {
  return facts(`relationship ${one.id}`, [
    ['type', `${one.type} (${one.label})`],
    ['from', endText(one.source)],
    ['to', endText(one.target)],
    ['made', timeOf(one.createdAt)],
    ['deleted', timeOf(one.deletedAt)],
    ['metadata', jsonOf(one.metadata)],
  ])
}

function attachmentText(one: shown.ShownAttachment): string {
  return facts(`attachment ${one.id}`, [
    ['type', one.mediaType],
    ['size', one.byteSize === null ? null : sizeText(one.byteSize)],
    ['uri', one.uri],
    ['download', one.downloadUrl],
    ['embedded in', one.embeddedIn.nodes.map(({ id }) => id).join(', ')],
  ])
}

function eventText(one: shown.ShownEvent): string {
  return facts(`event ${one.id}`, [
    ['kind', one.event],
    ['at', timeOf(one.at)],
    ['of', titled(one.conversation)],
    ['line', one.seq],
    ['actor', jsonOf(one.actor)],
    ['note', one.note],
    ['path hash', one.pathHash],
    ['details', jsonOf(one.details)],
  ])
}

const endText = (end: shown.ShownEnd) =>
  `${end.__typename} ${end.id}${'name' in end && end.name !== '' ? `: ${end.name}` : ''}`

function edgesText({ nodes, totalCount }: shown.ShownEdges): string {
  const relations = nodes.filter((edge) => !isMembership(edge))
  if (relations.length === 0) return ''
  const lines = relations.map(({ label, source, target }) => `  ${endText(source)} ${label} ${endText(target)}\n`)
  const rest = totalCount - nodes.length
  return `relationships\n${lines.join('')}${rest > 0 ? `  … and ${rest} more\n` : ''}`
}

/** That a turn is part of its conversation goes without saying. */
function isMembership({ type, source, target }: shown.ShownEdges['nodes'][number]): boolean {
  return type === 'PART_OF' && parseMessageId(source.id)?.conversationId === target.id
}
