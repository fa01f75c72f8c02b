import type { Client } from '../client.ts'
import { streamClient } from '../settings/graphqlSse.ts'
import { plainClient } from './plain.ts'

/** Returns graphql-sse at a server. */
export const open = (origin: string, key?: string): Client => plainClient(streamClient(origin, key))
