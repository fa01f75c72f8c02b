import { GraphQLError, type ExecutionResult, type FormattedExecutionResult, type GraphQLFormattedError } from 'graphql'
import type { FormatError } from '../../graphql/answer/errors.ts'

/** Returns errors as clients may see them. */
export function shownErrors(formatError: FormatError, errors: readonly GraphQLError[]): GraphQLFormattedError[] {
  return errors.map((error) => formatError(error.toJSON(), error))
}

/** Returns an answer as clients may see it. */
export function shownAnswer(formatError: FormatError, { errors, data }: ExecutionResult): FormattedExecutionResult {
  return { ...(errors && { errors: shownErrors(formatError, errors) }), ...(data !== undefined && { data }) }
}

/** Returns what clients may see of anything thrown. */
export function shownFault(formatError: FormatError, fault: unknown): FormattedExecutionResult {
  const originalError = fault instanceof Error ? fault : new Error(String(fault))
  return { errors: shownErrors(formatError, [new GraphQLError('The subscription ended.', { originalError })]) }
}
