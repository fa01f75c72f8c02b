/** What a server does with the sessions of the machine that it runs on. */
import type { Config } from '../config/config.ts'
import { servesOwnMachine } from '../config/ownMachine.ts'
import type { Machine } from '../formats/knownFolders.ts'
import { localSessions, type LocalSessions } from './localImports.ts'
import { thisMachine } from './places.ts'
import type { ServedSessions } from './servedSessions.ts'

/** The sessions that it follows, and those that its callers may import. */
export interface OwnSessions {
  readonly followed: ServedSessions | null
  readonly local: LocalSessions | null
}

/** Returns both as a configuration has them: callers who may be on another machine import none. */
export async function ownSessions(config: Config, machine: Machine = thisMachine(process.env)): Promise<OwnSessions> {
  const { watch } = config
  // Most servers follow nothing, and need not load what does.
  const followed = watch && (await import('./servedSessions.ts')).servedSessions(watch, config, machine)
  return { followed, local: config.localSources && servesOwnMachine(config) ? localSessions(machine) : null }
}
