import { own } from '../../../runtime/own.ts'
import { counted } from '../../parts/text.ts'

/** What a session would be, as a dry run answers it. */
export interface Previewed {
  readonly forked: boolean
  readonly session?: {
    readonly prompt?: string | null | undefined
    readonly endsWithPrompt: boolean
    readonly openCalls: number
    readonly omissions?: string | null | undefined
  } | null
}

const words: Readonly<Record<string, readonly [string, string]>> = {
  thinking: ['thought', 'thoughts'],
  attachments: ['attachment', 'attachments'],
  system: ['system turn', 'system turns'],
  branches: ['other branch', 'other branches'],
  turns: ['turn', 'turns'],
  markers: ['marker', 'markers'],
  notes: ['note', 'notes'],
  programText: ['turn of another program about itself', 'turns of another program about itself'],
}

/** Returns what an agent has no place for, in words; null where it has one for all. */
export function omissionNotes(omissions: string | null | undefined): string | null {
  if (omissions == null || omissions === '') return null
  const parts = omissions.split('; ').map((part) => {
    const [kind = part, count = ''] = part.split('=')
    const known = own(words, kind)
    return known && /^\d+$/.test(count) ? counted(Number(count), ...known) : part
  })
  return parts.join(', ')
}

/** Returns what is to be known before a session is made, what it cannot hold first. */
export function sessionNotes(title: string, { forked, session }: Previewed): string[] {
  if (!session) return []
  const { prompt, endsWithPrompt, openCalls, omissions } = session
  const omitted = omissionNotes(omissions)
  return [
    ...(omitted === null ? [] : [`${title} has no place for: ${omitted}.`]),
    ...(openCalls === 0
      ? []
      : [`${counted(openCalls, 'call')} without a result: the session has a failed one for each.`]),
    ...(prompt == null ? [] : ['The prompt at its end goes into the command.']),
    ...(endsWithPrompt && prompt == null ? ['It ends with an unanswered prompt.'] : []),
    ...(forked ? ['A fork is made here, and the session continues that.'] : []),
  ]
}
