import { isDeepStrictEqual } from 'node:util'
import { sealOf } from '../../domain/access/keyedDigest.ts'
import { rawOrigin } from '../../domain/records/importedFields.ts'
import { currentBlocks, currentUsage } from '../../domain/messages/messageSnapshot.ts'
import type { Conversation, JsonObject, Message, Observation } from '../../domain/model.ts'
import { isTurnOfFile, understoodBetter, usageFrom } from '../../domain/records/reread.ts'
import { storedUsage } from '../../domain/usage/usage.ts'
import { createFindings } from '../../formats/findings.ts'
import { formatNamed } from '../../formats/index.ts'
import type { PlannedNode, PlannedSpawn, StoredFile } from '../../formats/plan.ts'
import { memoryScratch, type Scratch } from '../../formats/scratch.ts'
import { linkSidechains } from '../imports/links/sidechainLinks.ts'
import { withSpooled } from '../imports/sources/spooled.ts'
import { storedFiles } from '../imports/raw/rawLines.ts'
import { byActivity, walkPages, type PageRequest } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { own } from '../../runtime/own.ts'
import { correctAll, mayCorrect } from './corrections.ts'

export interface RereadOptions {
  readonly openScratch?: () => Scratch
  readonly onProgress?: (done: number, all: number) => void
}
export interface RereadResult {
  readonly conversations: number
  /** Files whose lines were read again. */
  readonly files: number
  /** Turns that are corrected now. */
  readonly corrected: number
  /** Sub-agents that are tied now to the calls that started them. */
  readonly linked: number
}

const any = {
  origin: null,
  cwd: null,
  title: null,
  activeAfter: null,
  activeBefore: null,
  forkedFrom: null,
  includeDeleted: true,
  leaveOut: [],
  metadata: [],
} as const
const atOnce = 200
/** The most bytes of one file: more than any import takes. */
const room = { limit: 64 * 1024 ** 3 }

/**
 * Reads again the lines that imports have kept, and corrects the turns of which today's readers understand more: usage that
 * was counted otherwise, calls that were kept as they came (docs/design/imports.md). What was stored, corrected or moved here stays
 * as it is; done again it changes nothing.
 */
export async function reread(scope: Scope, options: RereadOptions = {}): Promise<RereadResult> {
  let [conversations, files, corrected, linked] = [0, 0, 0, 0]
  const query = { ...any, after: null, limit: 1 }
  const all = await scope.store.conversationCount(query, Number.MAX_SAFE_INTEGER)
  const read = (page: PageRequest) => scope.store.conversationList({ ...any, ...page })
  for await (const page of walkPages(read, byActivity, { limit: 100 }))
    for (const conversation of page) {
      scope.signal?.throwIfAborted()
      for (const file of await storedFiles(scope, conversation.id)) {
        files++
        const result = await rereadFile(scope, conversation, file, options)
        corrected += result.corrected
        linked += result.linked
      }
      scope.reads.clear()
      conversations++
      options.onProgress?.(conversations, all)
    }
  return { conversations, files, corrected, linked }
}

type RereadCounts = Pick<RereadResult, 'corrected' | 'linked'>
const nothing: RereadCounts = { corrected: 0, linked: 0 }

/** Returns what became of a file. One that today's reader does not take is left as it is. */
async function rereadFile(
  scope: Scope,
  { id }: Conversation,
  file: StoredFile,
  { openScratch = memoryScratch }: RereadOptions,
): Promise<RereadCounts> {
  const format = formatNamed(file.source.split(':')[0] ?? '')
  if (!format?.read) return nothing
  const { read } = format
  return withSpooled(file.open(), null, room, async (source) => {
    const scratch = openScratch()
    try {
      const stored = () => Promise.resolve([])
      const findings = createFindings()
      const reading = await read(source, { scratch, findings, conversationId: id, stored, seal: sealOf(scope) })
      if (!reading || reading.isSidecar) return nothing
      let corrected = 0
      let nodes: PlannedNode[] = []
      const spawns: PlannedSpawn[] = []
      for await (const items of reading.items()) {
        for (const item of items) if (item.kind === 'spawn') spawns.push(item)
        nodes.push(...(items.filter((item) => item.kind === 'node' && item.draft.kind === 'TURN') as PlannedNode[]))
        if (nodes.length < atOnce) continue
        corrected += await correctNodes(scope, id, nodes)
        nodes = []
      }
      corrected += await correctNodes(scope, id, nodes)
      return { corrected, linked: await linkSidechains(scope, { ...unnamed, spawns, progress: new Map([[id, null]]) }) }
    } finally {
      scratch.close()
    }
  })
}

/** Of a file that is read again only what it says of sub-agents is known. */
const unnamed = { fileName: null, placedByEntry: { get: () => undefined }, onAdvance: () => undefined }

async function correctNodes(scope: Scope, owner: string, nodes: readonly PlannedNode[]): Promise<number> {
  if (nodes.length === 0) return 0
  const known = await scope.store.externals(nodes.map(({ externalId }) => externalId))
  const turns = known.map((all, at) => all.find((one) => isOfEntry(one, owner, nodes[at])) ?? null)
  const messages = await scope.store.messages(turns.flatMap((one) => one?.messageId ?? []))
  const byId = new Map(messages.flatMap((one) => (one ? [[one.id, one] as const] : [])))
  const results = turns.flatMap((turn, at) => {
    const [node, message] = [nodes[at], byId.get(turn?.messageId ?? '')]
    if (!turn || !node || message?.latestId !== turn.id) return []
    const fields = differing(turn, message, node)
    return fields ? [{ conversationId: turn.conversationId, messageId: message.id, fields }] : []
  })
  return correctAll(scope, await mayCorrect(scope, results, byId))
}

/** The entry's own turn of this file: neither a copy nor what a host stored. */
function isOfEntry(one: Observation, owner: string, node: PlannedNode | undefined): boolean {
  return isTurnOfFile(one) && one.role === node?.draft.role && rawOrigin(one)?.conversationId === owner
}

function differing(turn: Observation, message: Message, { draft }: PlannedNode): JsonObject | null {
  const stored = { usage: currentUsage(turn, message), blocks: currentBlocks(turn, message) }
  const isTold = draft.usage !== null || own(turn.fields, usageFrom) === undefined
  const usage = isTold ? storedUsage(draft.usage) : stored.usage
  return understoodBetter(stored, { usage, blocks: draft.blocks }, isDeepStrictEqual)
}
