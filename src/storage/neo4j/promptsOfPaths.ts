import { withPathPrompts } from '../promptsOfPaths.ts'
import { bodiesAnew } from './bodiesAnew.ts'
import type { Connection } from './connection/connection.ts'
import { observationFrom } from './properties/rows.ts'
import { OBSERVATION } from './reading/cypherRead.ts'

interface Found {
  readonly found: unknown
}

/** Keeps with each node what the prompts of its path come to. */
export async function promptsOfPaths(connection: Connection): Promise<void> {
  await bodiesAnew<Found>(connection, `${OBSERVATION} AS found`, ({ found }, body, parentBody) =>
    withPathPrompts(body, parentBody, observationFrom(found)),
  )
}
