import type { Record as DriverRecord } from 'neo4j-driver'
import type { Message, Observation } from '../../../domain/model.ts'
import type { Axis } from '../../graphStore.ts'
import type { Tail, Bundle, BundleReads } from '../../bundles.ts'
import type { Connection } from '../connection/connection.ts'
import { int, messageFrom, numberFrom, observationFrom, type Value } from '../properties/rows.ts'
import { frontierFrom } from './frontier.ts'
import { whole } from '../reading/tornRead.ts'
import { GROUNDS, RANGE_BUNDLES, TAILS } from './cypher.ts'

const axes = ['depth', 'turn', 'entry'] as const
const nothing: Bundle = [[], [], [], []]

/** Returns the reads that bring several kinds in one round trip. */
export function togetherReadsOn(connection: Connection, timeout: number): BundleReads {
  /** One statement for each axis that is asked for: most callers ask for one. */
  const byAxis = <T extends { readonly axis: Axis }>(
    requests: readonly T[],
    read: (axis: Axis, some: readonly T[]) => Promise<readonly DriverRecord[]>,
  ) =>
    whole(async () => {
      const answers = requests.map(() => nothing)
      for (const axis of axes) {
        const places = [...requests.keys()].filter((k) => requests[k]?.axis === axis)
        if (places.length === 0) continue
        const some = places.flatMap((k) => requests[k] ?? [])
        for (const record of await read(axis, some))
          answers[places[numberFrom(record.get('i'))] ?? 0] = nodesAndMessages(record)
      }
      return answers
    }, timeout)
  return {
    grounds: (tenant, ids) =>
      whole(async () => {
        const answers = ids.map(() => nothing)
        const records = ids.length === 0 ? [] : await connection.read(GROUNDS, { tenant, ids })
        for (const record of records) answers[numberFrom(record.get('i'))] = groundFrom(record)
        return answers
      }, timeout),
    tails: (tenant, tails) =>
      byAxis(tails, (axis, some) => connection.read(TAILS[axis], { tenant, tails: some.map(tailParameters) })),
    shown: (tenant, ranges) =>
      byAxis(ranges, (axis, some) => {
        const rangeRows = some.map(({ segmentId, from, to }) => [segmentId, int(from), int(to)])
        return connection.read(RANGE_BUNDLES[axis], { tenant, ranges: rangeRows })
      }),
  }
}

const tailParameters = ({ headId, last }: Tail): Value => [headId, int(last)]

function groundFrom(record: DriverRecord): Bundle {
  const { conversation, head, segment } = frontierFrom(record)
  const first = ifThere(record.get('first'), observationFrom).filter(({ id }) => id === head?.place?.firstUserId)
  const messages = [record.get('message'), record.get('firstMessage')].flatMap((it) => ifThere(it, messageFrom))
  return [[conversation], [...(head ? [head] : []), ...first], segment ? [segment] : [], messages]
}

const ifThere = <T extends Observation | Message>(value: unknown, from: (result: unknown) => T): T[] =>
  value === null ? [] : [from(value)]

function nodesAndMessages(record: DriverRecord): Bundle {
  const nodes = record.get('nodes') as unknown[]
  const messages = record.get('messages') as unknown[]
  return [[], nodes.map(observationFrom), [], messages.map(messageFrom)]
}
