import { objectOf, type Facts } from './graph.ts'

/** What a client says of a session besides its folder, as far as it is kept: `metadata.acp`. */
export interface Settings {
  /** The conversation that they are of: a fork has what its source has, and that is not its own. */
  readonly session: string
  /** Names alone: commands, environments and headers of servers hold secrets. */
  readonly mcpServers: readonly string[]
  readonly additionalDirectories: readonly string[]
  /** The session of the wrapped agent that goes on with this one. */
  readonly downstream?: string | undefined
  /** The head up to which that one knows it; null: the empty path. */
  readonly head?: string | null | undefined
}

/** What a client gives when it opens a session. */
export interface Opening {
  readonly mcpServers?: readonly unknown[] | undefined
  readonly additionalDirectories?: readonly string[] | undefined
}

/** Returns what is kept of what a client said when it opened a session. */
export function settingsOf(session: string, { mcpServers, additionalDirectories }: Opening): Settings {
  return {
    session,
    mcpServers: (mcpServers ?? []).flatMap((server) => nameOf(server) ?? []),
    additionalDirectories: [...(additionalDirectories ?? [])],
  }
}

/** Returns what was kept of a session; null where it was never opened by this protocol. */
export function storedSettings(session: string, metadata: Facts): Settings | null {
  const places = [metadata['acp'], objectOf(metadata['fork'])?.['acp']]
  const own = places.map(objectOf).find((place) => place?.['session'] === session)
  if (!own) return null
  const { downstream, head } = own
  return {
    session,
    mcpServers: texts(own['mcpServers']),
    additionalDirectories: texts(own['additionalDirectories']),
    ...(typeof downstream === 'string' && { downstream, head: typeof head === 'string' ? head : null }),
  }
}

function nameOf(server: unknown): string | null {
  const name = objectOf(server)?.['name']
  return typeof name === 'string' ? name : null
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
