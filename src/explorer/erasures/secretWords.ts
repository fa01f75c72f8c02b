import type { ContentPlace, NotScanned } from '../documents/generated.ts'

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
  ANNOTATIONS: 'in its annotations',
  ATTACHMENT: 'in a file that it attaches',
  TITLE: 'in the title',
  DIRECTORY: 'in the name of the folder',
  CONVERSATION_METADATA: 'in the metadata of the conversation',
  RUN: 'in what a run was given or asked',
  LEDGER: 'in the history',
  STATE_RECORD: 'in what a program keeps beside it',
  ENTITY: 'in what is known of it',
}

/** What is not looked into. */
export const passedBy: Readonly<Record<NotScanned, string>> = {
  BINARY_ATTACHMENTS: 'files that are no text',
  LONG_ATTACHMENTS: 'the rest of files above 4 MiB',
  BINARY_RECORDS: 'what programs keep that is no text',
  LOOSE_LINES: 'lines of imported files that made no turn',
  RELATIONSHIPS: 'metadata of relationships',
}

/** Returns what kind of secret it is, in words: `github token`. */
export const kindWords = (kind: string): string => kind.toLowerCase().replaceAll('_', ' ')
