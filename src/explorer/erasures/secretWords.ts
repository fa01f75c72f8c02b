import type { ContentPlace } from '../documents/generated.ts'

/** Where in an entry a secret stands. */
export const places: Readonly<Record<ContentPlace, string>> = {
  TEXT: 'in its text',
  THINKING: 'in its thinking',
  TOOL_INPUT: 'in what a call was given',
  TOOL_RESULT: 'in what came of a call',
  FILE_NAME: 'in the name of a file',
  OTHER: 'in its content',
  SUMMARY: 'in a summary',
  FIELDS: 'in its fields',
  METADATA: 'in its metadata',
}

/** Returns what kind of secret it is, in words: `github token`. */
export const kindWords = (kind: string): string => kind.toLowerCase().replaceAll('_', ' ')
