import { CommandFailed } from '../../client/failures.ts'
import { addCommand, type Program } from '../program.ts'
import type { PurgeLook } from '../../domain/erasure/erasure.ts'
import { openLocalStore } from '../store/localStore.ts'
import { counted } from '../text.ts'
import type { Rebuilt } from '../store/rebuilt.ts'
import { withOpenGraph, type CommandOutput, type CommonOptions } from '../withGraph.ts'

interface PurgeOptions extends CommonOptions {
  readonly how?: string
  readonly rebuild?: string
}

/** Adds `purge`: the store's files are rewritten, or an operator says how they were dealt with. */
export function addPurge({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'purge [id]',
    'rewrite the files of the store without erased content and look at them, or record how you did that (--how)',
    'turngraph purge\nturngraph purge 0f2c… --how "restored into a new database"',
  )
    .option('--how <text>', 'with an id: record how you dealt with its files')
    .option('--rebuild <address>', 'write everything into this empty Neo4j database instead, and compare the hashes')
    .action(async (id: string | undefined, { how, rebuild, ...options }: PurgeOptions) => {
      const { url, tenant } = options
      const open = () => (url ? notThere(url) : openLocalStore(terminal.env, { writes: false, tenant }))
      const run = withOpenGraph(terminal, options, open, async (store, { say }) => {
        if (rebuild !== undefined) {
          refuseBoth(id, how)
          return rebuiltOf(await store.rebuild(rebuild), say)
        }
        const purged = await store.purge(id ?? null, how ?? null)
        await say(
          `${counted(purged.length, 'erasure is', 'erasures are')} purged now${byTenant(store.tenants, purged)}.\n${lookedAt(purged)}`,
        )
        return { document: { tenants: store.tenants, purged }, ok: true }
      })
      ended(await run)
    })
}

/** Of several tenants, how many are each one's. */
function byTenant(tenants: readonly string[], purged: readonly { readonly tenant: string }[]): string {
  const named = [...new Set([...tenants, ...purged.map(({ tenant }) => tenant)])]
  const count = (name: string) => purged.filter(({ tenant }) => tenant === name).length
  return named.length === 1 ? '' : `: ${named.map((name) => `${count(name)} of tenant ${name}`).join(', ')}`
}

/** Says which places were looked at for all of them, and which were not. */
function lookedAt(purged: readonly { readonly looks: readonly PurgeLook[] }[]): string {
  const looks = purged.flatMap((one) => one.looks)
  const unseen = [...new Set(looks.flatMap(({ place, looked }) => (looked === null ? place : [])))]
  const seen = [...new Set(looks.map(({ place }) => place))].filter((place) => !unseen.includes(place))
  const line = (words: string, places: readonly string[]) =>
    places.length === 0 ? '' : `${words}: ${places.join(', ')}.\n`
  return line('Looked at', seen) + line('Not looked at', unseen)
}

function refuseBoth(id: string | undefined, how: string | undefined): void {
  if (id === undefined && how === undefined) return
  throw new CommandFailed('BAD_INPUT', 'Give --rebuild alone, or an id and --how.', {})
}

async function rebuiltOf(rebuilt: Rebuilt, say: CommandOutput['say']) {
  const { observations, purged } = rebuilt
  await say(
    `The new database holds ${counted(observations, 'observation', 'observations')} with equal hashes; ${counted(purged.length, 'erasure is', 'erasures are')} purged there.\nSet STORE to it, start the server, and delete the old database and its files.\n`,
  )
  return { document: { ...rebuilt }, ok: true }
}

function notThere({ href }: URL): Promise<never> {
  const message = `The files of ${href} are rewritten where its store is: run "purge" there, without --url.`
  return Promise.reject(new CommandFailed('NOT_REMOTE', message, { url: href }))
}
