import type { ErasedAmountFragment, EraseReason, ErasureState, Residue } from '../documents/generated.ts'
import { bytes, counted, grouped } from '../parts/text.ts'

/** Why something was erased. */
export const reasons: Readonly<Record<EraseReason, string>> = {
  SECRET_LEAKED: 'A secret leaked',
  DATA_SUBJECT_REQUEST: 'A person asked for it',
  CONSENT_WITHDRAWN: 'Consent was withdrawn',
  RETENTION: 'It was kept long enough',
  LEGAL_ORDER: 'A court or an authority ordered it',
  OTHER: 'Another reason',
}

/** How far an erasure is. */
export const states: Readonly<Record<ErasureState, string>> = {
  ERASING: 'under way',
  ERASED: 'erased',
  PURGED: 'erased, and the files dealt with',
}

/** What is left, and until when. */
export const leftOver: Readonly<Record<Residue, string>> = {
  PLAIN_DIGEST: 'Hashes without a salt: a person who guesses a short text can check the guess.',
  ATTACHMENT_ID: 'Ids of files, which are hashes of their bytes or addresses.',
  HOST_ID: 'Ids that a program or a file chose: of conversations, turns and lines.',
  STORE_FILES: 'Free room in the files of the store, until the operator runs “turngraph purge”.',
  TRANSACTION_LOGS: 'The log of the database, until it is overwritten.',
  OBJECT_VERSIONS: 'Earlier versions of files in the bucket, until they are deleted there.',
  STATE_RECORDS: 'Records that programs keep beside these conversations, which may repeat it.',
  BACKUPS: 'Backups, snapshots, and files that were exported before.',
}

/** Returns what goes, line by line; what comes to nothing is left out. */
export function amounts(scope: ErasedAmountFragment): readonly (readonly [string, string])[] {
  const { observations, copies, derived, messages, conversations, forks, attachments, entities, equalElsewhere } = scope
  const lines: readonly (readonly [string, number, string])[] = [
    ['Entries', observations, grouped(observations)],
    ['of them copies and repetitions', copies, grouped(copies)],
    ['of them summaries made of it', derived, grouped(derived)],
    ['Turns of which nothing is left', messages, grouped(messages)],
    ['Conversations it stands in', conversations, grouped(conversations)],
    ['Forks that show it', forks, grouped(forks)],
    ['Files', attachments, grouped(attachments)],
    ['Entities', entities, grouped(entities)],
    ['Size', scope.bytes, bytes(scope.bytes)],
    ['Entries that say the same, and stay', equalElsewhere, grouped(equalElsewhere)],
  ]
  return lines.flatMap(([name, count, text]) => (count > 0 ? [[name, text]] : []))
}

/** Returns it in one line: `12 entries in 2 conversations`. */
export const amountLine = ({ observations, conversations }: ErasedAmountFragment): string =>
  `${counted(observations, 'entry', 'entries')} in ${counted(conversations, 'conversation')}`

/** What the counts and what is left say already. */
const known: ReadonlySet<string> = new Set(['EQUAL_ELSEWHERE', 'HASHES_UNSALTED', 'NOTHING_TO_ERASE'])

/** Returns what else an erasure does not reach, in the server's words. */
export const beyond = (warnings: readonly { readonly code: string; readonly message: string }[]): readonly string[] =>
  warnings.filter(({ code }) => !known.has(code)).map(({ message }) => message)
