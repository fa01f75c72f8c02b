import { isCorrected } from '../../domain/messages/messageSnapshot.ts'
import { listIn } from '../read/cursors.ts'
import { attachmentIds } from '../../domain/records/attachment.ts'
import type { Conversation } from '../../domain/model.ts'
import { arrivalFindings, type WarningCode } from '../../domain/warnings.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import { cost } from '../read/budget.ts'
import { forkPoint } from '../read/paths.ts'
import { conversationOf } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import type { Warning } from '../write/warning.ts'
import { checkConversation } from './conversation.ts'
import { foundTwice } from './foundTwice.ts'
import { checkRelationships } from './edges.ts'
import { checkMessages } from './messages.ts'
import { checkAttachments, createChecked, type Checked } from './named.ts'
import { checkNode } from './node.ts'
import { progressOf } from './progress.ts'
import { notReplaced } from './arrivals.ts'
import { repairableIn } from './repairPlan.ts'
import { tellRoles } from './roles.ts'
import { checkRuns } from './runs.ts'
import { checkStateRecords } from './stateRecords.ts'
import { checkSums } from './sums.ts'
import { nothingCounted, type Nodes, type Tally } from './tally.ts'

/**
 * What is wrong in a conversation: `damage` is a store that contradicts itself, the rest came with what was stored. That roles
 * do not alternate breaks no rule, and leaves it `ok`.
 */
export interface IntegrityReport {
  readonly ok: boolean
  readonly findings: readonly Warning[]
  /** How many faults a repair would mend, sent with the last part. */
  readonly repairable: number
  readonly damage: number
  /** Null when all was looked at; else the report is of a part, and this goes on behind it. */
  readonly next: string | null
}

/** How far a check has come. */
interface Progress {
  readonly phase: 'nodes' | 'messages' | 'whole'
  /** The last node or message that was looked at. */
  readonly after: ListKey | null
  readonly tally: Readonly<Tally>
  /** The conversation's when the check began: what is counted over parts is compared only where nobody wrote in between. */
  readonly version: number
}

const arrivals: ReadonlySet<WarningCode> = new Set(arrivalFindings)
const isDamage = ({ code }: Warning): boolean => !arrivals.has(code)
const pageLength = 500
/** Nodes and messages of a part of a report: about half a second of a processor. */
const partLength = 2_000

/**
 * Recomputes everything that is derived in a conversation, from places and hashes to counts and titles, and compares. The
 * bytes of attachments are counted, and hashed where the check goes `deep`; how roles follow each other is looked at where
 * `roles` says so.
 */
export async function integrity(
  scope: Scope,
  conversationId: string,
  { deep = false, roles = false } = {},
): Promise<IntegrityReport> {
  return integrityPart(scope, conversationId, null, { most: Infinity, deep, roles })
}

interface PartOptions {
  readonly most?: number
  readonly deep?: boolean
  /** Null: in conversations that were imported. */
  readonly roles?: boolean | null
}

/** Does so for the next nodes and messages of it, newest first: behind those that a report ended with. */
export async function integrityPart(
  scope: Scope,
  conversationId: string,
  after: string | null,
  options: PartOptions = {},
): Promise<IntegrityReport> {
  return foundTwice((isAgain) => {
    if (isAgain) scope.reads.clear()
    return checkPart(scope, conversationId, after, options)
  }, isDamage)
}

async function checkPart(
  scope: Scope,
  conversationId: string,
  after: string | null,
  { most = partLength, deep = false, roles = false }: PartOptions,
): Promise<IntegrityReport> {
  const conversation = await conversationOf(scope, conversationId)
  scope.budget.spend(cost.check)
  const { version } = conversation
  const beginning: Progress = { phase: 'nodes', after: null, tally: nothingCounted, version }
  const cursors = progressOf(listIn(scope, `integrity of ${conversationId}`), beginning)
  const begun = cursors.read(after)
  const findings: Warning[] = []
  const nodes: Nodes = {
    conversation,
    point: await forkPoint({ conversation, reads: scope.reads }),
    tally: { ...begun.tally },
    find: (code, message, details = null) => void findings.push({ code, message, details }),
    arrived: [],
    repeated: (roles ?? conversation.origin === 'IMPORT') ? [] : null,
  }
  const checked = createChecked(deep)
  const rest = await checkUpTo(scope, nodes, checked, begun, most)
  findings.push(...(await notReplaced(scope, nodes)))
  const loose = rest === null ? await checkWhole(scope, nodes, checked, begun.version === version) : 0
  const damage = findings.filter(isDamage).length
  const repairable = rest === null ? (await repairableIn(scope, conversation)) + loose : 0
  const ok = findings.length === 0
  tellRoles(nodes.repeated ?? [], nodes.find)
  return { ok, findings, repairable, damage, next: rest && cursors.write(rest) }
}

/** Checks nodes, then messages, and returns where to go on; null when there are no more. */
async function checkUpTo(
  scope: Scope,
  nodes: Nodes,
  checked: Checked,
  begun: Progress,
  most: number,
): Promise<Progress | null> {
  let remaining = most
  for (let { phase, after } = begun; phase !== 'whole';) {
    if (remaining <= 0) return { ...begun, phase, after, tally: nodes.tally }
    scope.signal?.throwIfAborted()
    const limit = Math.min(pageLength, remaining)
    const check = phase === 'nodes' ? checkNodes : checkPageOfMessages
    const { count, last } = await check(scope, nodes, checked, { after, limit })
    remaining -= limit
    scope.budget.spend(count * cost.hashed)
    scope.reads.clear()
    after = last
    if (count < limit) [phase, after] = [phase === 'nodes' ? 'messages' : 'whole', null]
  }
  return null
}

interface PageRequest {
  readonly after: ListKey | null
  readonly limit: number
}
interface Looked {
  readonly count: number
  readonly last: ListKey | null
}

async function checkNodes(scope: Scope, nodes: Nodes, checked: Checked, part: PageRequest): Promise<Looked> {
  const page = await pageOf(scope, 'observationsOfConversation', nodes.conversation, part)
  await Promise.all(page.map((observation) => checkNode(scope, nodes, observation)))
  await checkAttachments(scope, attachmentIds(page.flatMap(({ blocks }) => blocks)), checked, nodes.find)
  const last = page.at(-1)
  return { count: page.length, last: last ? { sort: last.ingestedAt, id: last.id } : null }
}

async function checkPageOfMessages(scope: Scope, nodes: Nodes, checked: Checked, part: PageRequest): Promise<Looked> {
  const page = await pageOf(scope, 'messagesOfConversation', nodes.conversation, part)
  await checkMessages(scope, page, checked, nodes.find)
  nodes.tally.deleted += page.filter(({ deleted }) => deleted).length
  nodes.tally.hasCorrections ||= page.some(isCorrected)
  const last = page.at(-1)
  return { count: page.length, last: last ? { sort: last.createdAt, id: last.id } : null }
}

/** Not by `reads`: each is looked at once. */
async function pageOf<N extends 'observationsOfConversation' | 'messagesOfConversation'>(
  scope: Scope,
  list: N,
  { id: owner }: Conversation,
  part: PageRequest,
) {
  const [page = []] = await scope.store.lists([{ list, owner, ...part }])
  return page
}

/** Returns how many of its state records a repair would drop. */
async function checkWhole(scope: Scope, nodes: Nodes, checked: Checked, isUnchanged: boolean): Promise<number> {
  const { conversation, find } = nodes
  await checkRelationships(scope, [{ kind: 'CONVERSATION', id: conversation.id }], checked, find)
  const loose = await checkStateRecords(scope, conversation.id, find)
  if (!isUnchanged) return loose
  await checkRuns(scope, conversation, find)
  await checkSums(scope, conversation.id, find)
  await checkConversation(scope, nodes)
  return loose
}
