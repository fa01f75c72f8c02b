import type { Json, JsonObject } from '../../domain/model.ts'
import { asCount, asList, asObject, asText, without } from '../reading/values.ts'

/** One of the texts that a message has had. */
export interface Version {
  readonly text: string
  readonly sent: Json | undefined
  /** What else is said of it. */
  readonly about: JsonObject
  readonly isChosen: boolean
}

export interface Versions {
  /** In the order in which they were made. */
  readonly all: readonly Version[]
  /** The message says something else than the version that it shows. */
  readonly isEdited: boolean
}

const readMembers: ReadonlySet<string> = new Set(['mes', 'swipes', 'swipe_id', 'swipe_info', 'send_date'])

/** Returns the versions of a message, of which it shows one; a message without swipes is its only one. */
export function versionsOf(message: JsonObject): Versions {
  const swipes = asList(message['swipes'])
  const infos = asList(message['swipe_info'])
  const words = typeof message['mes'] === 'string' ? message['mes'] : null
  const chosen = chosenOf(message, swipes, words)
  const about = without(message, readMembers)
  const dated = (info: JsonObject | null) => (swipes.length === 0 ? message['send_date'] : info?.['send_date'])
  const chosenVersion = (info: JsonObject | null, text: string): Version => ({
    text,
    sent: dated(info),
    about,
    isChosen: true,
  })
  const all = swipes.flatMap((swipe, at): Version[] => {
    const info = asObject(infos[at])
    if (at === chosen) return [chosenVersion(info, words ?? (swipe as string))]
    if (typeof swipe !== 'string') return []
    return [
      {
        text: swipe,
        sent: info?.['send_date'],
        about: { ...speaker(message), ...without(info ?? {}, readMembers) },
        isChosen: false,
      },
    ]
  })
  if (chosen !== null) return { all, isEdited: words !== null && words !== swipes[chosen] }
  return { all: [...all, chosenVersion(null, words ?? '')], isEdited: false }
}

/** Which swipe is shown: the one of that number, else the one that says so; null where there is none. */
function chosenOf(message: JsonObject, swipes: readonly Json[], text: string | null): number | null {
  const at = asCount(message['swipe_id'])
  if (at !== null && typeof swipes[at] === 'string') return at
  const same = text === null ? -1 : swipes.indexOf(text)
  return same < 0 ? null : same
}

const speaker = (message: JsonObject): JsonObject =>
  asText(message['name']) === null ? {} : { name: message['name'] as string }
