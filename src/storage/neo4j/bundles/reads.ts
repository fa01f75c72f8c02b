import type { Record as DriverRecord } from 'neo4j-driver'
import type { Message, Observation } from '../../../domain/model.ts'
import type { Axis } from '../../graphStore.ts'
import type { Tail, Together, TogetherReads } from '../../bundles.ts'
import type { Connection } from '../connection/connection.ts'
import { int, messageFrom, numberFrom, observationFrom, type Value } from '../properties/rows.ts'
import { frontierFrom } from './frontier.ts'
import { whole } from '../reading/tornRead.ts'
import { GROUNDS, SHOWN, TAILS } from './cypher.ts'

const axes = ['depth', 'turn', 'entry'] as const
const nothing: Together = [[], [], [], []]

/** Returns the reads that bring several kinds in one round trip. */
export function togetherReadsOn(connection: Connection, timeout: number): TogetherReads {
  /** One statement for each axis that is asked for: most callers ask for one. */
  const byAxis = <T extends { readonly axis: Axis }>(
    asked: readonly T[],
    read: (axis: Axis, some: readonly T[]) => Promise<readonly DriverRecord[]>,
  ) =>
    whole(async () => {
      const answers = asked.map(() => nothing)
      for (const axis of axes) {
        const places = [...asked.keys()].filter((k) => asked[k]?.axis === axis)
        if (places.length === 0) continue
        const some = places.flatMap((k) => asked[k] ?? [])
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
      byAxis(tails, (axis, some) => connection.read(TAILS[axis], { tenant, tails: some.map(asked) })),
    shown: (tenant, ranges) =>
      byAxis(ranges, (axis, some) => {
        const given = some.map(({ segmentId, from, to }) => [segmentId, int(from), int(to)])
        return connection.read(SHOWN[axis], { tenant, ranges: given })
      }),
  }
}

const asked = ({ headId, last }: Tail): Value => [headId, int(last)]

function groundFrom(record: DriverRecord): Together {
  const { conversation, head, segment } = frontierFrom(record)
  const first = ifThere(record.get('first'), observationFrom).filter(({ id }) => id === head?.place?.firstUserId)
  const messages = [record.get('message'), record.get('firstMessage')].flatMap((it) => ifThere(it, messageFrom))
  return [[conversation], [...(head ? [head] : []), ...first], segment ? [segment] : [], messages]
}

const ifThere = <T extends Observation | Message>(found: unknown, from: (found: unknown) => T): T[] =>
  found === null ? [] : [from(found)]

function nodesAndMessages(record: DriverRecord): Together {
  const nodes = record.get('nodes') as unknown[]
  const messages = record.get('messages') as unknown[]
  return [[], nodes.map(observationFrom), [], messages.map(messageFrom)]
}
