import './webSocket.ts'
import type { Client } from '../client.ts'
import { socketClient } from '../settings/graphqlWs.ts'
import { plainClient } from './plain.ts'

/** Returns graphql-ws at a server. */
export const open = (origin: string, key?: string): Client => plainClient(socketClient(origin, key))
