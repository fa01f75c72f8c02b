import { TurngraphError } from './turngraphError.ts'

/** Returns an operation as text: what codegen makes as strings with types is such a text, what it parses has its source. */
export function documentText(document: unknown): string {
  if (typeof document === 'string') return document
  if (document instanceof String) return document.toString()
  const { loc } = (document ?? {}) as { readonly loc?: { readonly source?: { readonly body?: unknown } } }
  const body = loc?.source?.body
  if (typeof body === 'string') return body
  const message = 'An operation is given as text: print a parsed document first, by `print` of the package graphql.'
  throw new TurngraphError('BAD_INPUT', message)
}
