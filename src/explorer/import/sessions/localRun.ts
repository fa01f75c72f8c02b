import type { Client } from 'urql'
import { pipe, subscribe } from 'wonka'
import { say } from '../../actions/toasts.ts'
import { freshKey } from '../../actions/freshKey.ts'
import { observable } from '../../data/observable.ts'
import {
  ImportedSessions,
  ImportSessions,
  SessionsChanged,
  type ImportedSessionsQuery,
  type LocalJobFragment,
} from '../../documents/generated.ts'
import { counted, grouped } from '../../parts/text.ts'

/** An import of sessions of the server's machine, as far as this tab has heard of it. */
export interface LocalRun {
  readonly startedAt: number
  /** Null while it goes on. */
  readonly endedAt: number | null
  readonly job: LocalJobFragment
  /** What its files came to; null before its end. */
  readonly outcome: ImportedSessionsQuery['importJob'] | null
}

/** The newest one of this tab. */
export const localRun = observable<LocalRun | null>(null)

/** Has the server import the sessions of some agents of its machine, and follows how far it is. */
export async function importSessions(client: Client, kinds: readonly string[]): Promise<void> {
  const input = { kinds, idempotencyKey: freshKey() }
  const { data, error } = await client.mutation(ImportSessions, { input }).toPromise()
  const job = data?.importLocal.job
  if (!job) {
    const text = data?.importLocal.userErrors[0]?.message ?? error?.message ?? 'The import could not begin.'
    say({ text, isFault: true, buttons: [] })
    return
  }
  localRun.set({ startedAt: Date.now(), endedAt: null, job, outcome: null })
  follow(client, job.id)
}

function follow(client: Client, id: string): void {
  const followed = pipe(
    client.subscription(SessionsChanged, { id }),
    subscribe(({ data }) => {
      const run = localRun.get()
      if (!data || run?.job.id !== id) return
      const job = data.importChanged
      localRun.set({ ...run, job })
      if (job.state === 'RUNNING') return
      queueMicrotask(() => followed.unsubscribe())
      void end(client, { ...run, job })
    }),
  )
}

async function end(client: Client, run: LocalRun): Promise<void> {
  const { data } = await client
    .query(ImportedSessions, { id: run.job.id }, { requestPolicy: 'network-only' })
    .toPromise()
  const outcome = data?.importJob ?? null
  localRun.set({ ...run, endedAt: Date.now(), outcome })
  const { added, unchanged, state } = run.job
  const conversations = outcome?.conversations.totalCount ?? null
  const where = conversations === null ? '' : `, in ${counted(conversations, 'conversation')}`
  const text = `${grouped(added)} added, ${grouped(unchanged)} unchanged${where}`
  say({ text: state === 'DONE' ? text : `${text}. The import ended early.`, isFault: state !== 'DONE', buttons: [] })
}
