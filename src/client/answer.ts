import type { FailureCode } from './failureCodes.ts'
import { TurngraphError } from './turngraphError.ts'

/** What GraphQL answers. */
export interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly GraphqlFault[]
  /** After how many milliseconds the server wants to be asked again. */
  readonly retryAfterMs?: number | null
}
interface GraphqlFault {
  readonly message: string
  readonly extensions?: { readonly code?: FailureCode; readonly details?: unknown; readonly field?: readonly string[] }
}

/** Returns the data of an answer; throws what it was refused with, by `userErrors` too. */
export function resultOf({ data, errors, retryAfterMs = null }: Answer): unknown {
  const [fault] = errors ?? []
  if (fault) {
    const { code = 'INTERNAL', details = null, field = null } = fault.extensions ?? {}
    throw new TurngraphError(code, fault.message, details, field, { retryAfterMs })
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
  readonly code?: FailureCode
  readonly message?: string
  readonly details?: unknown
  readonly field?: readonly string[] | null
}

/** Of what a document has selected of them, much or little. */
function userErrorsOf(payload: unknown): readonly UserError[] {
  const { userErrors } = (payload ?? {}) as { readonly userErrors?: unknown }
  return Array.isArray(userErrors) ? (userErrors as readonly UserError[]) : []
}
