import { StoreRefused } from '../../errors.ts'
import { StoreHalted, StoreUnavailable } from '../../graphStore.ts'
import type { Address } from './connection.ts'

const passwordAdvice =
  'A database keeps the password that its data was first started with (in docker-compose.yml, NEO4J_PASSWORD at the first ' +
  'start of the volume): set that one, or change it in the database.'

/** Returns what keeps a store from being opened, in words that name what to set right; anything else as it is. */
export function openError(error: unknown, { uri, user, database }: Address): unknown {
  const options = { cause: error }
  if (error instanceof StoreHalted) return error
  if (error instanceof StoreUnavailable) return new StoreUnavailable(`Neo4j cannot be reached at ${uri}.`, options)
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'Neo.ClientError.Security.Unauthorized':
    case 'Neo.ClientError.Security.AuthenticationRateLimit':
      return new StoreRefused(
        `Neo4j at ${uri} does not take this user and password ("${user}"). ${passwordAdvice}`,
        options,
      )
    case 'Neo.ClientError.Security.CredentialsExpired':
      return new StoreRefused(`Neo4j at ${uri} wants the password of "${user}" changed first.`, options)
    case 'Neo.ClientError.Database.DatabaseNotFound':
      return new StoreRefused(`Neo4j at ${uri} has no database "${database ?? ''}".`, options)
    default:
      return error
  }
}
