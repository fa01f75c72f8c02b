import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Scope } from '../../app/scope.ts'
import { backup, type BackupOptions } from '../../app/backups/backup.ts'
import { restore } from '../../app/backups/restore.ts'
import { diff } from '../../app/diffs/diff.ts'
import { diffMarkdown } from '../../app/diffs/markdown.ts'
import { openExport } from '../../app/exports/exportConversation.ts'
import { openExtract } from '../../app/extracts/extract.ts'
import { fileSource } from '../../app/imports/sources/fileSource.ts'
import { importTranscript } from '../../app/imports/importTranscript.ts'
import { createPatience } from '../../app/imports/patience.ts'
import { shapeOf } from '../../app/markers/sidechains.ts'
import { conversationsPage, wholeCount } from '../../app/read/lists.ts'
import { analytics } from '../../app/analytics/analytics.ts'
import { drawTree } from '../../app/trees/drawTree.ts'
import { integrity } from '../../app/integrity/integrity.ts'
import { labelsOf } from '../../app/conversations/labels.ts'
import { conversationOf } from '../../app/read/view.ts'
import { openParts, type OpenParts } from '../../compose.ts'
import { readConfig, type Config } from '../../config.ts'
import { formatInstant } from '../../domain/instants.ts'
import type { Conversation } from '../../domain/model.ts'
import type { ImportSource } from '../../formats/importSource.ts'
import { leftOutText } from '../../formats/writing/said.ts'
import { CommandFailed } from '../failures.ts'
import { findHere } from '../show/findHere.ts'
import {
  totalsOf,
  type BackupAsked,
  type ConversationStats,
  type Counted,
  type Graph,
  type ListedConversation,
  type OpenMode,
  type StoreSize,
} from '../graph.ts'
import { reindexHere, searchHere } from './localSearch.ts'
import { mostNamed, type Spent } from '../spent.ts'

/** The settings that a command was given. */
type Environment = Readonly<Record<string, string | undefined>>

/** What an embedded store is called in its folder; one who only reads does not make it. */
const sqliteFile = 'turngraph.db'

/** Opens the store that the environment names. One that is not there is made for a command that `writes`. */
export async function openLocalGraph(env: Environment, { writes, onWait, tenant }: OpenMode): Promise<Graph> {
  // A command speaks for itself; what the store logs is for a server's operator, unless asked for.
  const config = readConfig({ ...env, LOG_LEVEL: env['LOG_LEVEL'] || 'silent' })
  if (!writes) refuseMissing(config)
  const open = () => openParts(config, {}, tenant)
  return graphOf(await (onWait ? createPatience({ onWait })(open) : open()), config, onWait)
}

function refuseMissing({ store, data }: Config): void {
  const folder = resolve(data)
  if (store.kind !== 'sqlite' || existsSync(join(folder, sqliteFile))) return
  throw new CommandFailed(
    'STORE_MISSING',
    `There is no store in "${folder}" yet. Set DATA to its folder, or --url to a running server.`,
    { folder },
  )
}

function graphOf(parts: OpenParts, config: Config, onWait: OpenMode['onWait']): Graph {
  // Reads remember what they saw, so each question has its own.
  const found = async (id: string): Promise<[Scope, Conversation]> => {
    const scope = parts.scope()
    return [scope, await conversationOf(scope, id)]
  }
  return {
    async importFile(path, { format, conversationId, onProgress }) {
      const [source, openScratch] = await Promise.all([usableFile(path), parts.loadScratch()])
      const input = {
        source,
        fileName: basename(path),
        format,
        conversationId,
        origin: 'IMPORT' as const,
        onProgress,
        openScratch,
        patience: { onWait },
      }
      const { report, conversations } = await importTranscript(parts.scope(), input)
      return { report, conversationIds: conversations.map(({ id }) => id) }
    },
    async tree(id, options) {
      const [scope, conversation] = await found(id)
      return drawTree(scope, conversation, options)
    },
    async diff(base, target) {
      const found = await diff(parts.scope(), { conversationId: base }, { conversationId: target })
      const { baseOnlyCount, targetOnlyCount, changed } = found
      return { markdown: diffMarkdown(found), baseOnlyCount, targetOnlyCount, changedCount: changed.length }
    },
    conversation: async (id) => statsOf(...(await found(id))),
    async totals() {
      const [size, rows] = await Promise.all([sizeOf(config), parts.store.rowCounts()])
      const spent = await spentOf(parts.scope(), null)
      return totalsOf({ store: parts.store.name, size, rows, spent }, countedOf(parts))
    },
    async *list() {
      const scope = parts.scope()
      for await (const conversation of conversations(parts)) {
        yield await listed(scope, conversation)
        scope.reads.clear()
      }
    },
    async *conversationIds() {
      for await (const { id } of conversations(parts)) yield id
    },
    things: (id, last) => findHere(parts, id, last),
    integrity: (id, deep) => integrity(parts.scope(), id, { deep }),
    faults: () => parts.store.faults(),
    async export(conversationId, wanted) {
      const asked = { conversationId, ...wanted, openSorter: await parts.loadSorter() }
      const { format, leftOut, pieces } = await openExport(parts.scope(), asked)
      return { format: format.name, leftOut: leftOutText(leftOut), pieces }
    },
    extract: (asked) => Promise.resolve(openExtract(parts.scope(), asked).pieces),
    search: (asked) => searchHere(parts, asked),
    reindex: (onProgress) => reindexHere(parts, onProgress),
    act: async (name, input) => (await import('./localActs.ts')).actHere(parts.scope(), name, input),
    async *backup({ attachments, onMissing }) {
      const openSorter = await parts.loadSorter()
      yield* backup(parts.scope(), { openSorter, attachments: ways(attachments), onMissing })
    },
    async restore(options) {
      const [openSorter, openScratch] = await Promise.all([parts.loadSorter(), parts.loadScratch()])
      return restore(parts.scope(), { ...options, openSorter, openScratch })
    },
    merge: async (asked) => (await import('./localMerges.ts')).mergeHere(parts, asked),
    repair: async (asked) => (await import('./localMerges.ts')).repairHere(parts, asked),
    close: () => parts.close(),
  }
}

function ways(attachments: BackupAsked['attachments']): BackupOptions['attachments'] {
  if (attachments === 'inline') return 'INLINE'
  return attachments === 'none' ? null : attachments
}

async function spentOf(scope: Scope, id: string | null): Promise<Spent> {
  const conversationIds = id === null ? null : [id]
  const found = await analytics(scope, { conversationIds, includeExperiments: true })
  const [usage, models, tools] = await Promise.all([
    found.usage(),
    found.usageBy('MODEL', mostNamed),
    found.tools(mostNamed),
  ])
  return { usage, models, tools }
}

async function listed(scope: Scope, conversation: Conversation): Promise<ListedConversation> {
  return {
    id: conversation.id,
    title: (await labelsOf(scope, conversation)).title,
    origin: conversation.origin,
    createdAt: formatInstant(conversation.createdAt),
    updatedAt: formatInstant(conversation.activityAt),
    turnCount: conversation.turnCount,
  }
}

async function statsOf(scope: Scope, conversation: Conversation): Promise<ConversationStats> {
  const { id, forkedFrom } = conversation
  const [messages, events, forks] = await Promise.all([
    wholeCount(scope, 'messagesOfConversation', id),
    wholeCount(scope, 'events', id),
    wholeCount(scope, 'forks', id),
  ])
  return {
    ...(await listed(scope, conversation)),
    forkedFrom: forkedFrom && {
      conversationId: forkedFrom.conversationId,
      turn: forkedFrom.turn,
      pathHash: forkedFrom.pathHash,
    },
    shape: await shapeOf(scope, conversation),
    messages,
    events,
    forks,
    spent: await spentOf(scope, id),
  }
}

async function* conversations(parts: OpenParts): AsyncGenerator<Conversation> {
  for (let after: string | null = null; ;) {
    const page = await conversationsPage(parts.scope(), {}, { first: 100, after })
    for (const { item } of page.items) yield item
    after = page.items.at(-1)?.cursor ?? null
    if (!page.hasNextPage || after === null) return
  }
}

async function* countedOf(parts: OpenParts): AsyncGenerator<Counted> {
  const scope = parts.scope()
  for await (const conversation of conversations(parts)) {
    const { id, origin, activityAt, forkedFrom } = conversation
    const [point, turns, shape] = await Promise.all([
      forkedFrom?.observationId ? scope.reads.observation(forkedFrom.observationId) : null,
      wholeCount(scope, 'messagesOfConversation', id),
      shapeOf(scope, conversation),
    ])
    scope.reads.clear()
    const inherited = (point?.place?.depth ?? -1) + 1
    const updatedAt = formatInstant(activityAt)
    yield { origin, isFork: forkedFrom !== null, turns, updatedAt, inherited, shape }
  }
}

/** What lies in a database or a bucket of others is not counted. */
async function sizeOf({ store, attachments, data }: Config): Promise<StoreSize> {
  const folder = resolve(data)
  const files = ['', '-wal', '-shm'].map((end) => join(folder, `${sqliteFile}${end}`))
  return {
    store: store.kind === 'sqlite' ? await bytesOf(files) : null,
    attachments: attachments.kind === 'directory' ? await bytesOf([join(folder, 'attachments')]) : null,
  }
}

/** Returns the bytes of files, and of all that lie in folders; what is not there has none. */
async function bytesOf(paths: readonly string[]): Promise<number> {
  let sum = 0
  for (const path of paths) {
    const found = await stat(path).catch(() => null)
    if (!found?.isDirectory()) sum += found?.size ?? 0
    else sum += await bytesOf((await readdir(path)).map((name) => join(path, name)))
  }
  return sum
}

async function usableFile(path: string): Promise<ImportSource> {
  if ((await stat(path)).isDirectory()) throw new CommandFailed('FILE_UNUSABLE', `"${path}" is a folder.`, { path })
  return fileSource(path, basename(path))
}
