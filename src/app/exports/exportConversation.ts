import type { Conversation } from '../../domain/model.ts'
import { badInput, mustBeLive, mustFind } from '../../domain/refusals.ts'
import type { Format } from '../../formats/format.ts'
import { formatNamed, writableNames } from '../../formats/index.ts'
import { ndjson } from '../../formats/ndjson/format.ts'
import { Omissions, type OmissionCounts } from '../../formats/writing/omissions.ts'
import { memorySorter, type OpenSorter } from '../backups/sorter.ts'
import { headOf, walk } from '../read/paths.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { hasErased } from '../transcripts/shownPieces.ts'
import type { TranscriptValues } from '../transcripts/transcripts.ts'
import { sessionExport } from './sessionExport.ts'
import { originalFile, type OriginalFile } from './originalFile.ts'
import { writeSource } from './writeSource.ts'

export interface ExportConversation {
  readonly conversationId: string
  /** A format that can be written, or ORIGINAL; absent: ORIGINAL of what was imported, else NDJSON. */
  readonly format?: string | null
  /** Everything that the conversation holds, not only the path to its head. */
  readonly wholeTree?: boolean | null
  /** Of a format whose file is several; the first one unless said. */
  readonly part?: string | null
  /** The session that an agent was given of it: its file, whatever else is asked. */
  readonly session?: string | null
  /** CURRENT unless said, so that corrections reach who reads on; ORIGINAL is what came in, and NDJSON holds both. */
  readonly values?: TranscriptValues | null
  /** Where much is put in order; in memory when absent. */
  readonly openSorter?: OpenSorter | undefined
}
/** An export that was not refused. */
export interface OpenExport {
  readonly format: Format
  /** What the format cannot hold of the conversation. */
  readonly omissions: OmissionCounts
  readonly pieces: AsyncIterable<Uint8Array>
}
type Writable = Format & { readonly write: NonNullable<Format['write']> }

/** As it was imported. */
const original = 'ORIGINAL'
/** What is written of a conversation that was not imported when no format is named. */
const otherwise = ndjson as Writable
const advice = `Formats that can be written are ${writableNames.join(', ')}.`
/** What an export may be asked for. */
export const exportNames: readonly string[] = [...writableNames, original]

/** Values that turns may be written in. */
export const exportValues: readonly TranscriptValues[] = ['AS_STORED', 'CURRENT']

/** Returns the values of a name, in any case; refuses any other. */
export function valuesIn(name: string | null): TranscriptValues | null {
  const exportValue = exportValues.find((one) => one === name?.toUpperCase())
  if (name === null || exportValue) return exportValue ?? null
  const facts = { given: name, accepted: exportValues }
  throw badInput(`"${name}" is not one of the accepted values: ${exportValues.join(', ')}.`, facts, ['values'])
}

/** Yields a conversation as a file of a format, piece by piece, however long it is. */
export async function* exportConversation(scope: Scope, input: ExportConversation): AsyncIterable<Uint8Array> {
  yield* (await openExport(scope, input)).pieces
}

/** Returns a conversation as a file of a format, to be read piece by piece; refuses what cannot be written. */
export async function openExport(scope: Scope, input: ExportConversation): Promise<OpenExport> {
  const { conversationId } = input
  const wanted = input.format == null ? null : wantedFormat(input.format)
  if (wanted !== null && wanted !== original) checkFits(wanted, input)
  const conversation = mustBeLive(
    mustFind(await scope.reads.conversation(conversationId), 'Conversation', conversationId),
  )
  if (input.session != null) return sessionExport(scope, conversation, input.session)
  if (wanted !== null && wanted !== original) return written(scope, conversation, wanted, input)
  const file = await originalFile(scope, conversation)
  if (file) return openOriginal(scope, conversation, file, input)
  if (wanted === null) return written(scope, conversation, otherwise, input)
  const facts = { conversationId, accepted: writableNames }
  throw badInput(`"${conversationId}" was not imported. ${advice}`, facts, ['format'])
}

/** Returns the format of a name; refuses one that cannot be written. */
function wantedFormat(name: string): Writable | typeof original {
  const format = formatNamed(name)
  if (format?.write) return format as Writable
  if (name.toUpperCase() === original) return original
  const facts = { given: name, accepted: exportNames }
  throw badInput(`"${name}" cannot be written; accepted are ${exportNames.join(', ')}.`, facts, ['format'])
}

/** Refuses a whole tree of a format that has none, and a part that a format has not. */
function checkFits({ name, isOfPath, parts = [] }: Format, { wholeTree, part }: ExportConversation): void {
  if (wholeTree === true && isOfPath)
    throw badInput(`A ${name} file holds one path, and no whole tree.`, { format: name, wholeTree }, ['wholeTree'])
  if (part == null || parts.includes(part.toUpperCase())) return
  const what = parts.length === 0 ? 'has no parts' : `has the parts ${parts.join(', ')}`
  throw badInput(`"part": ${name} ${what}.`, { given: part, accepted: parts }, ['part'])
}

/** What came in, the same bytes; where talk went on here, more in the same format, if that can be written. */
async function openOriginal(
  scope: Scope,
  conversation: Conversation,
  { format, isUnchanged, isRenamed, pieces }: OriginalFile,
  input: ExportConversation,
): Promise<OpenExport> {
  const isAsItCame = isUnchanged && !(isRenamed && format.holdsTitle) && input.part == null
  if (isAsItCame) {
    const counted = new Omissions()
    counted.add('erased', await erasedIn(scope, conversation))
    return { format, omissions: counted.counts(), pieces: pieces() }
  }
  const asItCame = { ...input, values: input.values ?? ('AS_STORED' as const) }
  if (format.write) return written(scope, conversation, format as Writable, asItCame)
  if (isUnchanged) checkFits(format, input)
  const facts = { conversationId: conversation.id, format: format.name, accepted: writableNames }
  const why = `"${conversation.id}" has changed since it was imported as ${format.name}, which is only read.`
  throw badInput(`${why} ${advice}`, facts, ['format'])
}

async function written(
  scope: Scope,
  conversation: Conversation,
  format: Writable,
  input: ExportConversation,
): Promise<OpenExport> {
  checkFits(format, input)
  const part = input.part?.toUpperCase() ?? format.parts?.[0] ?? null
  const wanted = {
    format: format.name,
    part,
    wholeTree: input.wholeTree ?? false,
    values: input.values ?? 'CURRENT',
    openSorter: input.openSorter ?? memorySorter,
  }
  const source = await writeSource(scope, conversation, wanted)
  const counted = new Omissions()
  await format.leavesOut?.(source, counted)
  // Our own form has what stays of them.
  if (format !== ndjson) counted.add('erased', await erasedOnPath(scope, conversation))
  const omissions = counted.counts()
  return { format, omissions, pieces: format.write(source, omissions) }
}

const pageLength = 500

/** Returns how many turns of the path to a conversation's head are erased. */
async function erasedOnPath(scope: Scope, conversation: Conversation): Promise<number> {
  const head = (await hasErased(scope, conversation)) ? await headOf(scope, conversation) : null
  let count = 0
  if (head !== null)
    for await (const nodes of walk(scope.reads, head))
      count += nodes.filter(({ erased, kind }) => erased !== undefined && kind === 'TURN').length
  return count
}

/** Returns how many turns are erased that a conversation recorded. */
async function erasedIn(scope: Scope, { id, hasErased: isSome }: Conversation): Promise<number> {
  let count = 0
  if (isSome)
    for await (const page of walkList(unkept(scope), 'observationsOfConversation', id, { limit: pageLength }))
      count += page.filter(
        ({ erased, place, kind }) => erased !== undefined && place !== null && kind === 'TURN',
      ).length
  return count
}
