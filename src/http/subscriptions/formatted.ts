import { GraphQLError, type ExecutionResult, type FormattedExecutionResult, type GraphQLFormattedError } from 'graphql'
import type { FormatError } from '../../graphql/answer/errors.ts'

/** Returns errors as clients may see them. */
export function formattedErrors(formatError: FormatError, errors: readonly GraphQLError[]): GraphQLFormattedError[] {
  return errors.map((error) => formatError(error.toJSON(), error))
}

/** Returns an answer as clients may see it. */
export function formattedAnswer(formatError: FormatError, { errors, data }: ExecutionResult): FormattedExecutionResult {
  return { ...(errors && { errors: formattedErrors(formatError, errors) }), ...(data !== undefined && { data }) }
}

/** Returns what clients may see of anything thrown. */
export function formattedFault(formatError: FormatError, fault: unknown): FormattedExecutionResult {
  const originalError = fault instanceof Error ? fault : new Error(String(fault))
  return { errors: formattedErrors(formatError, [new GraphQLError('The subscription ended.', { originalError })]) }
}
