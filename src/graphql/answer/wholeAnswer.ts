import { GraphQLError } from 'graphql'
import { TooExpensive, type Budget } from '../../app/read/budget.ts'

/**
 * Returns why an answer cannot leave as it is, null when it can: what it draws on was used up while it was made, so that
 * a part of it is missing, or it is larger than answers may be. What a mutation has done is told all the same.
 */
export function refusalOf(
  { data }: { readonly data?: unknown },
  isMutation: boolean,
  { over }: Budget,
  mostBytes: number,
): GraphQLError | null {
  if (over !== null && !isMutation) return coded(over)
  const bytes = bytesOf(data, mostBytes)
  if (bytes <= mostBytes) return null
  return coded(new TooExpensive(`its answer has ${bytes} bytes or more`, bytes, mostBytes))
}

function coded(reason: Error): GraphQLError {
  return new GraphQLError(reason.message, { originalError: reason })
}

/** The bytes of an answer as JSON, marks that have to be escaped aside; no farther than beyond `most`. */
function bytesOf(value: unknown, most: number): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 3
  if (value === null || typeof value !== 'object') return 5
  let bytes = 2
  if (Array.isArray(value)) {
    for (const one of value) if ((bytes += bytesOf(one, most - bytes)) > most) break
    return bytes
  }
  for (const name in value) {
    bytes += name.length + 3 + bytesOf((value as Record<string, unknown>)[name], most - bytes)
    if (bytes > most) break
  }
  return bytes
}
