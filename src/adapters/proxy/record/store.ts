import { setImmediate as breath } from 'node:timers/promises'
import { forkConversation } from '../../../app/forks/forkConversation.ts'
import { openSidechain } from '../../../app/conversations/openSidechain.ts'
import type { Scope } from '../../../app/scope.ts'
import type { RecordInput } from '../../../app/stateRecords/checkRecords.ts'
import { storeTurns } from '../../../app/turns/storeTurns.ts'
import type { StoreTurn } from '../../../app/turns/turnInput.ts'
import { canonicalMessage } from '../links/canonical.ts'
import { linkBehind, linksOf, noLink, setupName, type Linked } from '../links/links.ts'
import type { WireAnswer, WireTurn } from '../wires/wire.ts'
import { proxyFacts, stopReasonOf, type Exchange } from './exchange.ts'
import { detachFiles } from './files.ts'
import { furtherOn, type Further } from './further.ts'
import { placeOf, placeOfAnswer, type ProxyPlace } from './place.ts'
import { isKey, linkKind, namedAnswerKind, setupKind } from './stateRecords.ts'
import { answerTurnId, versionOf } from './versions.ts'
import { messageId as messageIdIn } from '../../../domain/ids.ts'
import type { JsonObject } from '../../../domain/model.ts'
import { recordedKinds } from '../../../domain/recordedKinds.ts'

/** Turns that are stored by one write at most: a long history that was never seen takes several, between which others have the process. */
const perWrite = 100

/** Stores what a request adds to its conversation, and its answer, and tells of each part that is stored; returns the conversation. */
export async function storeExchange(
  scope: Scope,
  exchange: Exchange,
  onAdvance: () => void = () => undefined,
): Promise<string> {
  const { continues, turns } = exchange.request
  const named = continues === null ? null : await placeOfAnswer(scope, continues, exchange.named)
  const links = linksOf(scope.nameKey, turns, named?.link ?? continues ?? noLink)
  const proxyPlace = named?.place ?? (await placeOf(scope, { ...exchange, links }))
  const { exchange: further, place, met } = await furtherOn(scope, exchange, proxyPlace)
  const { request } = further
  const conversationId = place.conversationId ?? scope.fresh.id()
  await open(scope, place, conversationId)
  const common = { scope, exchange: further, sent: exchange.answers, conversationId, links }
  const last = request.turns.length
  let [parentId, from] = [place.parentId, place.from]
  for (; last - from > perWrite; from += perWrite) {
    parentId = await storePart({ ...common, parentId, from, to: from + perWrite }, [])
    onAdvance()
    await breath()
  }
  const record = met && metRecord(scope, exchange, links, met)
  await storePart({ ...common, parentId, from, to: last }, further.answers, record)
  return conversationId
}

async function open(
  scope: Scope,
  { forkOf, parentId, sidechainOf }: ProxyPlace,
  conversationId: string,
): Promise<void> {
  if (forkOf !== null && parentId !== null)
    await forkConversation(scope, {
      source: forkOf,
      at: { observationId: parentId },
      newConversationId: conversationId,
      note: 'The client sent the history of that conversation under a new id.',
    })
  else if (sidechainOf !== null) await openSidechain(scope, conversationId, sidechainOf)
}

/** A part of a history that is stored at once; with the last part go the answers. */
interface RecordedPart {
  readonly scope: Scope
  readonly exchange: Exchange
  /** The answers as they came; an import may have brought a part of one. */
  readonly sent: readonly WireAnswer[]
  readonly conversationId: string
  readonly parentId: string | null
  readonly links: readonly Linked[]
  readonly from: number
  readonly to: number
}

/**
 * Stores a part and returns the observation that it ends with. The request is a run beside its turns: a run that has turns is a whole
 * cycle of calls and results, and a request ends in the middle of one.
 */
async function storePart(
  part: RecordedPart,
  answers: readonly WireAnswer[],
  met: RecordInput | null = null,
): Promise<string | null> {
  const { scope, exchange, conversationId, parentId, from, to } = part
  const isLast = to === exchange.request.turns.length
  const runId = isLast ? scope.fresh.id() : null
  const setup = setupRecord(scope, exchange)
  const facts = proxyFacts(exchange, setup?.key ?? null)
  const requests = await requestTurns(part)
  const inputs = await answerTurns(
    part,
    answers,
    requests.at(-1) ?? null,
    runId === null ? facts : { ...facts, run: runId },
  )
  const turns = [...requests, ...inputs]
  const records = [...(isLast && setup ? [setup] : []), ...linkRecords(part, answers), ...(met ? [met] : [])]
  const { model } = exchange.request
  const settings = { ...(model !== null && { model }), proxy: facts }
  const state = exchange.error === null ? ('COMPLETED' as const) : ('ABORTED' as const)
  if (turns.length === 0 && runId === null) return parentId
  const { results } = await storeTurns(scope, {
    conversationId,
    turns,
    records,
    ...(runId !== null && { runs: [{ conversationId, runId, state, settings }] }),
  })
  return results[to - from - 1]?.observation.id ?? parentId
}

async function requestTurns({ scope, exchange, conversationId, parentId, from, to }: RecordedPart) {
  const turns: (StoreTurn & { readonly turnId: string })[] = []
  for (const [k, turn] of exchange.request.turns.slice(from, to).entries()) {
    const version = k === 0 && parentId !== null ? await versionOf(scope, conversationId, parentId, turn.role) : null
    turns.push({
      ...storedTurn(scope, turn),
      conversationId,
      turnId: version ?? scope.fresh.id(),
      ...(k === 0 && { parent: parentId === null ? null : { observationId: parentId } }),
    })
  }
  return turns
}

/** Answers stand beside each other below what was asked last: of several they are versions of one. */
async function answerTurns(
  { scope, exchange, conversationId, parentId }: RecordedPart,
  answers: readonly WireAnswer[],
  request: { readonly turnId: string } | null,
  facts: JsonObject,
): Promise<StoreTurn[]> {
  if (answers.length === 0) return []
  const turnId = await answerTurnId(scope, conversationId, request === null ? parentId : null, answers[0]?.id ?? null)
  const below = request
    ? { messageId: messageIdIn(conversationId, request.turnId) }
    : parentId === null
      ? null
      : { observationId: parentId }
  return answers.map((answer, k) => {
    const stored = storedTurn(scope, answer.turn)
    return {
      ...stored,
      metadata: { ...stored.metadata, stopReason: stopReasonOf(answer, exchange.outcome), proxy: facts },
      conversationId,
      turnId,
      ...((request === null || k > 0) && { parent: below }),
      model: answer.model ?? exchange.request.model,
      usage: answer.usage,
    }
  })
}

/** What a message says as a turn; what is larger than a turn may be gives way to a line that says so. */
function storedTurn({ limits }: Scope, { role, blocks, fields }: WireTurn) {
  const { blocks: left, attachments } = detachFiles(blocks)
  const bytes = Buffer.byteLength(JSON.stringify(left))
  const isEmpty = left.length + attachments.length === 0
  const content = isEmpty
    ? [{ type: 'text' as const, text: '' }]
    : bytes > limits.turnBytes
      ? [{ type: 'text' as const, text: `[${bytes} bytes, more than a turn may have, were passed on and not stored]` }]
      : left
  return {
    role,
    sourceKind: recordedKinds.proxy,
    blocks: content,
    ...(attachments.length > 0 && { attachments }),
    metadata: Object.keys(fields).length > 0 ? { fields } : {},
  }
}

function setupRecord({ nameKey, limits }: Scope, { request }: Exchange): RecordInput | null {
  const { setup } = request
  const isFit = Object.keys(setup).length > 0 && Buffer.byteLength(JSON.stringify(setup)) <= limits.turnBytes
  return isFit ? { kind: setupKind, key: setupName(nameKey, setup), value: setup, ifExists: 'KEEP' } : null
}

/** The answer has the link that it will have once the client sends it back. */
function linkRecords(
  { scope, exchange, sent, links, from, to }: RecordedPart,
  answers: readonly WireAnswer[],
): RecordInput[] {
  const recordInputs = links.slice(from, to).flatMap(({ link, isOwn }, turn) => (isOwn ? [linkRecord(link, turn)] : []))
  const before = links.at(-1)?.link ?? noLink
  const inputs = answers.map((answer, k) => {
    const { turn } = sent[k] ?? answer
    const canonical = canonicalMessage(turn.role, turn.blocks)
    return { link: canonical === null ? before : linkBehind(scope.nameKey, before, canonical), turn: to - from + k }
  })
  const own = inputs.filter(({ link }) => link !== before)
  const [first] = inputs
  const named = first === undefined ? [] : exchange.names.filter(isKey)
  return [
    ...recordInputs,
    ...own.map(({ link, turn }) => linkRecord(link, turn)),
    ...named.map((key) => ({
      kind: namedAnswerKind,
      key,
      value: { link: first?.link ?? before },
      turn: first?.turn ?? 0,
    })),
  ]
}

/** What an import has brought of a history is found by its last message from now on. */
function metRecord(
  { nameKey }: Scope,
  { answers: [answer] }: Exchange,
  links: readonly Linked[],
  { index, observationId }: NonNullable<Further['met']>,
): RecordInput | null {
  const linked = links[index]
  if (linked) return linked.isOwn ? { kind: linkKind, key: linked.link, value: {}, observationId } : null
  const canonical = answer && canonicalMessage(answer.turn.role, answer.turn.blocks)
  if (canonical == null) return null
  return { kind: linkKind, key: linkBehind(nameKey, links.at(-1)?.link ?? noLink, canonical), value: {}, observationId }
}

const linkRecord = (key: string, turn: number): RecordInput => ({ kind: linkKind, key, value: {}, turn })
