/** Sessions that a server follows by itself. */
import { existsSync } from 'node:fs'
import { importTranscript, type ImportTranscript } from '../app/imports/job/importTranscript.ts'
import type { OwnAgents, Scope } from '../app/scope.ts'
import { registered } from '../app/access/registeredTenant.ts'
import { ConfigRefused, type Config } from '../config/config.ts'
import { servesOwnMachine } from '../config/ownMachine.ts'
import { operator } from '../domain/access/principal.ts'
import type { Requester, TenantRecord } from '../domain/access/requester.ts'
import { Refusal } from '../domain/refusals.ts'
import { agentNamed, isBelow, type Machine } from '../formats/knownFolders.ts'
import type { Registry } from '../storage/graphStore.ts'
import { liveSessions } from './liveSessions.ts'
import { allKnown, placesOf, thisMachine, type WatchedPlace } from './places.ts'
import { watchSessions, type Watching } from './watchSessions.ts'

/** What a server follows, and for whom. */
export type ServedOptions = NonNullable<Config['watch']>

/** What sessions are stored with. */
export interface ServedParts {
  readonly store: { readonly registry: Registry }
  readonly scopeOf: (requester: Requester) => Scope
  readonly loadScratch: () => Promise<NonNullable<ImportTranscript['openScratch']>>
  readonly log: {
    info(facts: object, message: string): void
    warn(facts: object, message: string): void
  }
}

/** Sessions that are followed from `begin` on. */
export interface ServedSessions {
  /** Says of the tenant that they go into what tells whether agents are writing its conversations; undefined for others. */
  readonly live: (tenant: string) => Scope['isLive']
  /** Says of the tenant that they go into whose folders sessions may be put into; undefined for others. */
  readonly agents: (tenant: string) => Scope['ownAgents']
  /** Begins to follow them; refuses a tenant that is not there. */
  begin(parts: ServedParts): Promise<void>
  close(): Promise<void>
}

/** Returns the sessions that a server is to follow on a machine. */
export function servedSessions(
  { paths, tenant: name }: ServedOptions,
  access: Parameters<typeof servesOwnMachine>[0],
  machine: Machine = thisMachine(process.env),
): ServedSessions {
  const isOwn = servesOwnMachine(access)
  const followed = placesOf(paths, machine)
  const live = liveSessions(machine)
  let watching: Watching | null = null
  return {
    live: (tenant) => (tenant === name ? (id) => live.isLive(id) : undefined),
    agents: (tenant) => (isOwn && tenant === name ? agentsFollowed(followed, machine) : undefined),
    async begin({ store, scopeOf, loadScratch, log }) {
      const tenant = await tenantOf(store.registry, name)
      const openScratch = await loadScratch()
      const scope = () => scopeOf({ principal: operator, tenant })
      const there = followed.filter(({ path }) => existsSync(path)).map(({ path }) => path)
      log.info({ there }, 'Sessions are followed')
      // Not every agent is installed; what was named itself was meant.
      const missing = placesOf(
        paths.filter((path) => path !== allKnown),
        machine,
      ).filter(({ path }) => !there.includes(path))
      for (const { path } of missing)
        log.warn({ path, variable: 'WATCH' }, `WATCH: there is nothing at "${path}" yet; it is followed once there is.`)
      watching = watchSessions({
        ...{ places: followed, machine },
        importFile: (source) => importTranscript(scope(), { source, origin: 'IMPORT', openScratch }),
        imported: (path, { conversationIds }, modifiedMs) => live.stored(path, conversationIds, modifiedMs),
        failed: ({ code, message, details }) => log.warn({ code, details }, message),
      })
      void watching.settled.then(() => log.info({ there }, 'All sessions that were there are stored'))
    },
    close: async () => watching?.close(),
  }
}

/** An agent's folder is followed where it is named itself, or lies below one that is. */
function agentsFollowed(places: readonly WatchedPlace[], machine: Machine): OwnAgents {
  return {
    machine,
    takes(agent) {
      const [folder] = agentNamed(agent)?.folders(machine) ?? []
      return folder !== undefined && places.some(({ path }) => isBelow(folder, path, machine))
    },
  }
}

async function tenantOf(registry: Registry, name: string): Promise<TenantRecord> {
  return registered(registry, name).catch((thrown: unknown) => {
    if (!(thrown instanceof Refusal)) throw thrown
    throw new ConfigRefused(`WATCH_TENANT: there is no tenant "${name}". Make it: turngraph tenants create ${name}`)
  })
}
