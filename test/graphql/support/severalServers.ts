/** Returns how many servers a test of the API asks, each request the next one: as `TEST_SERVERS` says, else one. */
export function serversOfTests(): number {
  const count = Number(process.env['TEST_SERVERS'] ?? 1)
  if (!Number.isSafeInteger(count) || count < 1) throw new Error('TEST_SERVERS takes a whole number of at least 1.')
  return count
}

/** Whether Neo4j is asked through a cluster: two databases behind three addresses, with followers that lag. */
export const isOnFakeCluster = (): boolean => process.env['TEST_CLUSTER'] === 'fake'

/** What belongs to each server by itself, and why: tests of it ask one server, whatever `TEST_SERVERS` says. */
export const ofEachServer = {
  answersUnderWay:
    'Only the server that asks a model has the words of an answer under way, and the requests of its tenant to the model (docs/design/access.md).',
  load: 'Each server has, counts and bounds its own subscriptions and sockets (docs/limits.md).',
  metrics: 'Each server counts for its own /metrics.',
  namedServers: 'The test starts several servers itself, and says which of them it asks.',
} as const

/** One reason of the list. */
export type OneServer = (typeof ofEachServer)[keyof typeof ofEachServer]
