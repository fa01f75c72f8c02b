/** Imports the sessions of this machine, for callers who work on it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { importTranscript, type ImportTranscript } from '../app/imports/job/importTranscript.ts'
import type { ImportJob, LocalImports, LocalSource } from '../app/imports/local/localImports.ts'
import type { Scope } from '../app/scope.ts'
import { knownFolders, type Machine } from '../formats/knownFolders.ts'
import { localJob, type RunningJob } from './localJob.ts'
import { followedOn } from './places.ts'
import { filesAt, type FileState } from './walk.ts'

type LoadScratch = () => Promise<NonNullable<ImportTranscript['openScratch']>>

/** The sessions of a machine, for each tenant that may import them. */
export interface LocalSessions {
  /** Returns what imports them with scopes of one tenant. */
  of(tenant: string, scope: () => Scope, loadScratch: LoadScratch): LocalImports
  /** Ends what is under way; the file that is being stored is stored to its end. */
  close(): Promise<void>
}

/** Jobs that are over are forgotten once there are more. */
const mostJobs = 20
/** The least time between two states that are sent, in milliseconds. */
const changeMs = 250

/** Returns the sessions of a machine. */
export function localSessions(machine: Machine): LocalSessions {
  const jobs = new Map<string, RunningJob & { readonly tenant: string; readonly key: string | null }>()
  const closing = new AbortController()
  const jobOf = (tenant: string, id: string) => {
    const job = jobs.get(id)
    return job?.tenant === tenant ? job : null
  }
  const begin = async (
    tenant: string,
    kinds: readonly string[],
    key: string | null,
    scope: () => Scope,
    loadScratch: LoadScratch,
  ) => {
    const same = [...jobs.values()].find((job) => key !== null && job.tenant === tenant && job.key === key)
    if (same) return same.now()
    const openScratch = await loadScratch()
    const files = (await Promise.all(foldersOf(machine, kinds).map((path) => filesIn(machine, path)))).flat()
    const job = localJob(randomUUID(), files, closing.signal, (source, signal) =>
      importTranscript({ ...scope(), signal }, { source, origin: 'IMPORT', openScratch }),
    )
    forgetOld(jobs)
    jobs.set(job.id, { ...job, tenant, key })
    return job.now()
  }
  return {
    of: (tenant, scope, loadScratch) => ({
      sources: () => sourcesOn(machine),
      begin: (kinds, key) => begin(tenant, kinds, key, scope, loadScratch),
      job: (id) => jobOf(tenant, id)?.now() ?? null,
      changes: (id, leaving) => changesOf(jobOf(tenant, id), leaving),
    }),
    async close() {
      closing.abort()
      await Promise.all([...jobs.values()].map(({ ended }) => ended))
    },
  }
}

const foldersOf = (machine: Machine, kinds: readonly string[]): string[] => [
  ...new Set(knownFolders(machine).flatMap(({ agent, path }) => (kinds.includes(agent.name) ? [path] : []))),
]

async function filesIn(machine: Machine, path: string): Promise<FileState[]> {
  const files: FileState[] = []
  for await (const file of filesAt(path, followedOn(machine), () => undefined)) files.push(file)
  return files
}

/** Of what cannot be read there is nothing to say before it is to be imported. */
async function sourcesOn(machine: Machine): Promise<LocalSource[]> {
  const folders = knownFolders(machine).filter(({ path }, at, all) => all.findIndex((one) => one.path === path) === at)
  const sources = await Promise.all(
    folders.map(async ({ agent, path }): Promise<LocalSource> => {
      const files = await filesIn(machine, path)
      const newest = files.reduce((latest, { modifiedMs }) => Math.max(latest, modifiedMs), 0)
      return {
        ...{ kind: agent.name, path, files: files.length },
        bytes: files.reduce((sum, { size }) => sum + size, 0),
        newestAt: files.length === 0 ? null : `${new Date(newest).toISOString().slice(0, -1)}000000Z`,
      }
    }),
  )
  return sources.filter(({ files }) => files > 0)
}

function forgetOld(jobs: Map<string, RunningJob>): void {
  for (const [id, job] of jobs) {
    if (jobs.size < mostJobs) return
    if (job.now().state !== 'RUNNING') jobs.delete(id)
  }
}

async function* changesOf(job: RunningJob | null, leaving: AbortSignal): AsyncGenerator<ImportJob> {
  while (job && !leaving.aborted) {
    const state = job.now()
    yield state
    if (state.state !== 'RUNNING') return
    await job.changedSince(state, leaving)
    await pause(changeMs, null, { signal: leaving }).catch(() => undefined)
  }
}
