import type { Config } from './config.ts'
import { hostNameOf, isLoopback } from './siteNames.ts'

/**
 * Says whether every caller is on this machine: the server listens on loopback alone, has no AUTH, and no other
 * name leads to it, as one of something in front would.
 */
export function servesOwnMachine(
  config: Pick<Config, 'host' | 'auth' | 'allowAnonymous' | 'allowedHosts' | 'publishedPort'>,
): boolean {
  const { host, auth, allowAnonymous, allowedHosts, publishedPort } = config
  if (auth !== null || allowAnonymous || publishedPort !== null || allowedHosts.length > 0) return false
  return isLoopback(hostNameOf(host) ?? host)
}
