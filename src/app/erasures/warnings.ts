import { namesAny, resumedMarks } from './aftermath.ts'
import { resumedSessions } from '../../domain/records/importMarks.ts'
import type { Scope } from '../scope.ts'
import type { Warning } from '../write/warning.ts'
import type { EqualElsewhere } from './equalElsewhere.ts'
import { recordsLeft } from './residue.ts'
import type { Selection } from './selection.ts'

/** Returns what a person should know of an erasure before it is done: what it does not reach, as far as the store knows. */
export async function eraseWarnings(scope: Scope, selection: Selection, equal: EqualElsewhere): Promise<Warning[]> {
  const warnings = [
    equalsLeft(equal),
    selection.hasPlain ? unsalted : null,
    filesHoldIt(selection),
    await sessionsHoldIt(scope, selection),
    await recordsHoldIt(scope, selection),
  ]
  return warnings.filter((one) => one !== null)
}

/** Warns that an erasure empties nothing. */
export const nothingLeft: Warning = {
  code: 'NOTHING_TO_ERASE',
  message: 'All of it was erased before: nothing is left to erase.',
  details: {},
}

function equalsLeft({ count, compared }: EqualElsewhere): Warning | null {
  if (count === 0 && compared === null) return null
  const stays =
    count === 1 ? '1 other observation says the same, and stays' : `${count} other observations say the same, and stay`
  const known = count === 0 ? '' : `${stays}: name it to erase it.`
  const bound =
    compared === null
      ? ''
      : `Only the first ${compared} observations of the store were compared; others may say the same, and stay.`
  const details = { observations: count, ...(compared !== null && { compared }) }
  return { code: 'EQUAL_ELSEWHERE', message: [known, bound].filter(Boolean).join(' '), details }
}

const unsalted: Warning = {
  code: 'HASHES_UNSALTED',
  message:
    'Content hashes stay, and this tenant does not salt them: a person who guesses a short text exactly can check the guess.',
  details: {},
}

/** The files of other programs are not the store's. */
function filesHoldIt({ sources }: Selection): Warning | null {
  if (sources.size === 0) return null
  const formats = [...new Set([...sources].map((one) => (JSON.parse(one) as string[])[1]?.split(':')[0] ?? ''))].sort()
  const files = sources.size === 1 ? '1 file' : `${sources.size} files`
  return {
    code: 'FILES_HOLD_IT',
    message: `It was imported from ${files} of ${formats.join(', ')}, which hold it where they lie: delete them there. Importing them again brings nothing back.`,
    details: { files: sources.size, formats },
  }
}

const mostNamed = 20

/** What `resume` wrote for an agent lies in that agent's folder. */
async function sessionsHoldIt(
  scope: Scope,
  { chosen, embeddings, conversationIds }: Selection,
): Promise<Warning | null> {
  const ids = new Set([...chosen.keys(), ...embeddings.map(({ id }) => id)])
  const whole = new Set(conversationIds)
  const prefix = resumedSessions.nameOf('')
  const sessions: string[] = []
  for await (const { name, value } of resumedMarks(scope))
    if (namesAny(value, ids, whole)) sessions.push(name.slice(prefix.length))
  if (sessions.length === 0) return null
  const count = sessions.length === 1 ? '1 session' : `${sessions.length} sessions`
  return {
    code: 'SESSIONS_HOLD_IT',
    message: `${count} that "resume" wrote for an agent may hold it in that agent's folder: ${sessions.slice(0, mostNamed).join(', ')}.`,
    details: { count: sessions.length, sessions: sessions.slice(0, mostNamed) },
  }
}

/** Records of conversations that are erased whole go along. */
async function recordsHoldIt(scope: Scope, { chosen, conversationIds }: Selection): Promise<Warning | null> {
  const partly = new Set([...chosen.values()].map(({ conversationId }) => conversationId))
  for (const id of conversationIds) partly.delete(id)
  if ((await recordsLeft(scope, partly)).length === 0) return null
  return {
    code: 'RECORDS_HOLD_IT',
    message:
      'State records of its conversations may repeat it, and those stay that are about no erased observation: delete them, or erase the conversation.',
    details: { conversationIds: [...partly].slice(0, mostNamed) },
  }
}
