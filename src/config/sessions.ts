import { z } from 'zod'
import { listOf, text } from './rules.ts'

/** Sessions that agents keep on the server's machine. */
export interface SessionsConfig {
  /** The sessions of agents that are followed, and the tenant that they go into; null: none. */
  readonly watch: { readonly paths: readonly string[]; readonly tenant: string } | null
  /** Whether callers on this machine may have the sessions of agents on it imported. */
  readonly localSources: boolean
}

/** Each variable of them, with what it may be, and how that is said. */
export const sessionVariables = {
  WATCH: [listOf((path) => path), '"auto" for the folders of known agents, and paths, with commas between them'],
  LOCAL_SOURCES: [z.enum(['on', 'off']).default('on'), '"on" or "off"'],
  WATCH_TENANT: [text('default'), 'the name of a tenant'],
} as const

type Environment = { readonly [N in keyof typeof sessionVariables]: z.infer<(typeof sessionVariables)[N][0]> }

/** Returns what the variables say of them. */
export function sessionsOf({ WATCH: paths, WATCH_TENANT: tenant, LOCAL_SOURCES }: Environment): SessionsConfig {
  return { watch: paths.length === 0 ? null : { paths, tenant }, localSources: LOCAL_SOURCES === 'on' }
}
