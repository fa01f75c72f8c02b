import type { Connection } from '../connection/connection.ts'
import { OBSERVATION } from '../reading/cypherRead.ts'
import { observationFrom } from '../properties/rows.ts'
import { index } from '../records/label.ts'

/** Copies and restatements by what they are of: an erasure takes them along. */
export const echoIndexes = [
  index('observation_copy', 'Observation', ['tenant', 'copyOf', 'ingestedAt']),
  index('observation_restatement', 'Observation', ['tenant', 'restates', 'ingestedAt']),
]

const writeTime = 60_000
const RESTATEMENTS = `MATCH (o:Observation) WHERE o.kind = 'RESTATEMENT' AND o.restates IS NULL
RETURN ${OBSERVATION} AS found, elementId(o) AS node LIMIT 500`
const SAY = `UNWIND $q.rows AS x MATCH (o:Observation) WHERE elementId(o) = x.node SET o.restates = x.restates`

/** Gives restatements of before a property that says what they say again. Done twice it changes nothing more. */
export async function restatements(connection: Connection): Promise<void> {
  for (;;) {
    const records = await connection.read(RESTATEMENTS)
    const rows = records.map((record) => ({
      node: record.get('node') as string,
      restates: observationFrom(record.get('found')).restates ?? '',
    }))
    if (rows.length === 0) return
    await connection.write(SAY, { rows }, writeTime)
  }
}
