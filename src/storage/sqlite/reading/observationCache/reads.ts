import type { Message, Observation, Tenant } from '../../../../domain/model.ts'
import type { Bundle, BundleReads, Range, Tail } from '../../../bundles.ts'
import type { GraphStore } from '../../../graphStore.ts'
import type { SqlRow } from '../../connection/connection.ts'
import { decodeMessage, decodeObservation } from '../decode.ts'
import type { NodesWithMessages, RangeRequest, TailRequest } from '../readRequest.ts'
import type { Ask } from '../../records/records.ts'
import { bytesOfText, type ObservationCache, type TenantObservations } from './observationCache.ts'

type RememberedReads = Pick<GraphStore, 'observations' | 'ranges'> & Pick<BundleReads, 'tails' | 'shown'>

/** What a read brought: the epoch that its transaction saw, and whether a part of it was remembered. */
interface Brought<T> {
  readonly epoch: number
  readonly usesMemory: boolean
  readonly result: T
}

/**
 * Returns reads that ask the file for what is not remembered. Each asks for the epoch besides, also where nothing is missing: so
 * nothing is answered from the memory that any process had changed in the file before the read began.
 */
export function rememberedReads(ask: Ask, cache: ObservationCache): RememberedReads {
  const pages = (tenant: Tenant, places: readonly (Range | Tail)[]) =>
    current(cache, tenant, (memory) => readPages(ask, cache, memory, tenant, places))
  return {
    observations: (tenant, ids) =>
      current(cache, tenant, async (memory) => {
        const { remembered, missing } = divided(ids, (id) => memory?.observation(id))
        const [epoch, rows] = await ask('observations', tenant, missing)
        const read = rows.map((row) => row && decodeObservation(row))
        for (const [k, node] of read.entries())
          if (node) cache.at(tenant, epoch).add(node, () => bytesOf(rows[k] as SqlRow))
        return { epoch, usesMemory: missing.length < ids.length, result: merged(remembered, read) }
      }),
    ranges: (tenant, ranges) =>
      current(cache, tenant, async (memory) => {
        const { remembered, missing } = divided(ranges, (range) => memory?.range(rangeRequest(range)))
        const [epoch, rows] = await ask('ranges', tenant, missing.map(rangeRequest))
        const added = cache.at(tenant, epoch)
        const read = missing.map((range, k) => addedNodes(added, range, rows[k] ?? []))
        return { epoch, usesMemory: missing.length < ranges.length, result: merged(remembered, read) }
      }),
    tails: pages,
    shown: pages,
  }
}

/** Reads with what is remembered; where that is of another epoch than the file, once more. */
async function current<T>(
  cache: ObservationCache,
  tenant: Tenant,
  read: (memory: TenantObservations | undefined) => Promise<Brought<T>>,
): Promise<T> {
  for (;;) {
    const memory = cache.tenants.get(tenant)
    const { epoch, usesMemory, result } = await read(memory)
    if (!usesMemory || epoch === memory?.epoch) return result
    cache.at(tenant, epoch)
  }
}

/** Reads nodes with their messages. Messages change, so their rows are always read: those of remembered nodes by their ids. */
async function readPages(
  ask: Ask,
  cache: ObservationCache,
  memory: TenantObservations | undefined,
  tenant: Tenant,
  places: readonly (Range | Tail)[],
): Promise<Brought<Bundle[]>> {
  const { remembered, missing } = divided(places, (place) => memory && nodesOf(memory, place))
  const ofFound = remembered.flatMap((nodes) => (nodes ?? []).flatMap(({ messageId }) => messageId ?? []))
  const messageIds = [...new Set(ofFound)]
  const [epoch, rows, messageRows] = await ask('pages', tenant, { places: missing.map(requestOf), messageIds })
  const added = cache.at(tenant, epoch)
  const messages = new Map(messageRows.map((row) => messageOf(added, messageIds, row)))
  const known = remembered.map((nodes): Bundle | undefined => {
    if (nodes === undefined) return undefined
    return [[], nodes, [], nodes.flatMap(({ messageId }) => messages.get(messageId ?? '') ?? [])]
  })
  const read = missing.map((place, k): Bundle => {
    const [nodes, of] = rows[k] as NodesWithMessages
    return [[], addedNodes(added, place, nodes), [], of.map(decodeMessage)]
  })
  return { epoch, usesMemory: missing.length < places.length, result: merged(known, read) }
}

const rangeRequest = ({ axis, segmentId, from, to }: Range): RangeRequest => [axis, segmentId, from, to]
const requestOf = (place: Range | Tail): RangeRequest | TailRequest =>
  'headId' in place ? [place.axis, place.headId, place.last] : rangeRequest(place)

function messageOf(
  memory: TenantObservations,
  ids: readonly string[],
  [at, text = null]: SqlRow,
): readonly [id: string, message: Message] {
  const id = ids[Number(at)] ?? ''
  return [id, memory.message(id, String(text), () => decodeMessage([text]))]
}

/** The remembered nodes of a place. */
function nodesOf(memory: TenantObservations, place: Range | Tail): Observation[] | undefined {
  if (!('headId' in place)) return memory.range(rangeRequest(place))
  const range = rangeUpTo(memory.observation(place.headId), place)
  return range && memory.range(range)
}

/** The range of the last nodes up to one of them; undefined where it has no number on the axis. */
function rangeUpTo(head: Observation | undefined, { axis, last }: Tail): RangeRequest | undefined {
  const to = head?.place?.[axis] ?? null
  return head?.place && to !== null ? [axis, head.place.segmentId, to - last + 1, to] : undefined
}

/** Returns the nodes of rows; what is whole is offered to the memory: nothing comes into a range whose last number is taken. */
function addedNodes(memory: TenantObservations, place: Range | Tail, rows: readonly SqlRow[]): Observation[] {
  const nodes = rows.map((row) => decodeObservation(row))
  const last = nodes.at(-1)
  const range = 'headId' in place ? rangeUpTo(last, place) : rangeRequest(place)
  if (range && last?.place?.[range[0]] === range[3]) memory.addRange(range, nodes, () => rows.map(bytesOf))
  return nodes
}

/** What the objects of an observation take beside its text. */
const bytesOfObjects = 1_500

/** Returns about how many bytes an observation takes in memory, by its row. */
const bytesOf = ([text]: SqlRow): number => bytesOfObjects + bytesOfText(String(text))

/** What is remembered of each, and which are missing. */
function divided<K, V>(keys: readonly K[], find: (key: K) => V | undefined) {
  const remembered = keys.map(find)
  return { remembered, missing: keys.filter((_, k) => remembered[k] === undefined) }
}

/** Puts what was read for the missing ones in their places. */
function merged<V>(remembered: readonly (V | undefined)[], read: readonly V[]): V[] {
  let next = 0
  return remembered.map((value) => (value === undefined ? (read[next++] as V) : value))
}
