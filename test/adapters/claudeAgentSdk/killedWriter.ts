/** Writes sessions as the SDK mirrors them until it is killed, and says what was acknowledged, a line each. */
import { writeSync } from 'node:fs'
import { TurngraphSessionStore, type SessionStoreEntry } from '../../../src/adapters/claudeAgentSdk/index.ts'
import { connect } from '../../../src/client/client.ts'

await import('./judges/sdk.ts')
const [data = '', round = ''] = process.argv.slice(2)
const client = await connect({ data })

/** The lines of a session: a turn each, behind the one before. */
function line(sessionId: string, n: number): SessionStoreEntry {
  const isUser = n % 2 === 1
  return {
    ...{
      type: isUser ? 'user' : 'assistant',
      uuid: `${sessionId}-${n}`,
      sessionId,
      isSidechain: false,
      version: '2.1.0',
    },
    parentUuid: n === 1 ? null : `${sessionId}-${n - 1}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    message: isUser
      ? { role: 'user', content: `${n}` }
      : { id: `m${sessionId}-${n}`, role: 'assistant', content: [{ type: 'text', text: `${n}` }] },
  }
}

async function session(name: string, size: number): Promise<void> {
  const store = new TurngraphSessionStore({ client })
  const sessionId = `${name}-${round}`
  for (let n = 1; ; n += size) {
    await store.append(
      { projectKey: 'p', sessionId },
      Array.from({ length: size }, (_, i) => line(sessionId, n + i)),
    )
    writeSync(1, `${name} ${n + size - 1}\n`)
  }
}

await Promise.all([session('one', 1), session('some', 7)])
