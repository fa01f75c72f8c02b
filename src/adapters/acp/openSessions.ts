import { RequestError } from '@agentclientprotocol/sdk/unstable'
import { notNow } from './refusals.ts'

/** A prompt that is being answered. */
export interface Running {
  readonly runId: string
  readonly cancel: AbortController
  /** Never rejects. */
  readonly over: Promise<void>
}

/** A session that the client of this connection has opened. */
export interface OpenSession {
  readonly id: string
  /** As the client knows it. */
  title: string
  running: Running | null
}

/** The sessions of one connection, and what runs in them. */
export class OpenSessions {
  private readonly sessions = new Map<string, OpenSession>()
  private readonly onGoing = new Set<Promise<void>>()

  /** Opens a session, or returns it as it is open already. */
  open(id: string, title: string): OpenSession {
    const session = this.sessions.get(id) ?? { id, title, running: null }
    session.title = title
    this.sessions.set(id, session)
    return session
  }

  /** Returns an open session; refuses one that is not open. */
  opened(id: string): OpenSession {
    const session = this.sessions.get(id)
    if (!session) throw RequestError.sessionNotFound(id)
    return session
  }

  /** Runs one prompt of a session; refuses a second one beside it. */
  async run<T>(
    session: OpenSession,
    runId: string,
    leaving: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { id: sessionId, running } = session
    if (running) {
      const facts = { code: 'CONFLICT_ACTIVE_RUN', sessionId, openRunIds: [running.runId] }
      throw notNow('The session is still answering a prompt.', facts)
    }
    const cancel = new AbortController()
    const result = work(AbortSignal.any([leaving, cancel.signal]))
    const over = result.then(
      () => undefined,
      () => undefined,
    )
    session.running = { runId, cancel, over }
    this.onGoing.add(over)
    try {
      return await result
    } finally {
      session.running = null
      this.onGoing.delete(over)
    }
  }

  /** Cancels what runs in a session. */
  cancel(id: string): void {
    this.sessions.get(id)?.running?.cancel.abort()
  }

  /** Cancels what runs in a session, waits until that is stored, and forgets the session. */
  async close(id: string): Promise<void> {
    const session = this.sessions.get(id)
    this.sessions.delete(id)
    session?.running?.cancel.abort()
    await session?.running?.over
  }

  /** Cancels everything, and waits until it is stored. */
  async end(): Promise<void> {
    for (const { running } of this.sessions.values()) running?.cancel.abort()
    await Promise.all(this.onGoing)
  }
}
