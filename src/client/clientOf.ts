import type { ConnectedGraph, GraphClient, GraphFiles, QueryOptions } from './graphClient.ts'
import { isSafeToRepeat, repeated } from './repeat.ts'
import { TurngraphError } from './turngraphError.ts'

/** What GraphQL answers. */
export interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly GraphqlFault[]
}
interface GraphqlFault {
  readonly message: string
  readonly extensions?: { readonly code?: string; readonly details?: unknown; readonly field?: readonly string[] }
}

/** Sends one operation. */
export type Send = (document: string, variables: object, signal: AbortSignal | undefined) => Promise<Answer>

/** Returns the client that asks by `send`. */
export function clientOf(send: Send, close: () => Promise<void>): GraphClient {
  let closed: Promise<void> | null = null
  return {
    async query<R>(document: string, ...given: [variables?: object, options?: QueryOptions]): Promise<R> {
      const [variables = {}, { signal } = {}] = given
      if (closed) throw closedAlready()
      const ask = async () => resultOf(await send(document, variables, signal)) as R
      return isSafeToRepeat(document, variables) ? repeated(ask, signal) : ask()
    },
    close: () => (closed ??= close()),
  }
}

/** Returns a client with files in and out, none of which it takes or gives once it is closed. */
export function withFiles(client: GraphClient, files: GraphFiles): ConnectedGraph {
  let isOpen = true
  const ifOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isOpen) throw closedAlready()
    return work()
  }
  return {
    ...client,
    import: (file, options) => ifOpen(() => files.import(file, options)),
    export: (conversationId, options) => ifOpen(() => files.export(conversationId, options)),
    extract: (options) => ifOpen(() => files.extract(options)),
    close() {
      isOpen = false
      return client.close()
    },
  }
}

function closedAlready(): TurngraphError {
  return new TurngraphError('CLOSED', 'The client is closed.')
}

function resultOf({ data, errors }: Answer): unknown {
  const [fault] = errors ?? []
  if (fault) {
    const { code = 'INTERNAL', details = null, field = null } = fault.extensions ?? {}
    throw new TurngraphError(code, fault.message, details, field)
  }
  if (data == null) throw new TurngraphError('INTERNAL', 'The answer has neither data nor errors.')
  for (const payload of Object.values(data)) {
    const [refusal] = userErrorsOf(payload)
    if (refusal)
      throw new TurngraphError(
        refusal.code ?? 'BAD_INPUT',
        refusal.message ?? 'It was refused.',
        refusal.details ?? null,
        refusal.field ?? null,
      )
  }
  return data
}

interface UserError {
  readonly code?: string
  readonly message?: string
  readonly details?: unknown
  readonly field?: readonly string[] | null
}

/** Of what a document has selected of them, much or little. */
function userErrorsOf(payload: unknown): readonly UserError[] {
  const { userErrors } = (payload ?? {}) as { readonly userErrors?: unknown }
  return Array.isArray(userErrors) ? (userErrors as readonly UserError[]) : []
}
