import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailed } from '../../client/failures.ts'
import { besideOf } from './besideFiles.ts'
import { unpacked } from '../files/compression.ts'
import { withOpenGraph, type CommonOptions, type CommandOutput, type WorkResult } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { openLocalStore, type LocalStore } from '../store/localStore.ts'
import { countingOn } from '../progress.ts'
import { columns, counted } from '../text.ts'
import type { RestoredTenant } from '../../app/backups/restore.ts'
import { heldText } from './tenantTexts.ts'

interface RestoreOptions extends CommonOptions {
  readonly merge?: true
  readonly into?: string
}

/** Adds `restore FILE`: what `backup` wrote, each tenant where the file says, where that is empty or says nothing else. */
export function addRestore({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'restore <file>',
    'put a backup into the store, each tenant where the file says',
    'turngraph restore turngraph.ndjson.gz\nturngraph restore turngraph.ndjson.gz --tenant acme --into acme-2',
  )
    .option('--merge', 'restore into tenants that are not empty; refused where anything conflicts')
    .option('--into <name>', 'put the one tenant of the file, or that of --tenant, into this one, without API keys')
    .addHelpText(
      'after',
      '\nIt checks the whole file before it writes anything. With --tenant it restores that tenant of the file alone.',
    )
    .action(async (file: string, options: RestoreOptions) => {
      const open = () => (options.url ? notThere() : openLocalStore(terminal.env, { writes: true }))
      ended(await withOpenGraph(terminal, options, open, (store, talk) => restoreFrom(store, talk, file, options)))
    })
}

function notThere(): Promise<never> {
  const message = 'A backup is restored into the store that DATA or STORE names: leave --url out.'
  return Promise.reject(new CommandFailed('BAD_INPUT', message))
}

async function restoreFrom(
  store: LocalStore,
  work: CommandOutput,
  file: string,
  { merge, tenant, into }: RestoreOptions,
): Promise<WorkResult> {
  await refuseUnreadable(file)
  const counting = countingOn(work.terminal.stderr, 'restore')
  try {
    const restored = await store.restore({
      ...{
        tenant: tenant ?? null,
        into: into ?? null,
        open: () => unpacked(file),
        merge: merge === true,
        beside: (id) => Promise.resolve(bytesBeside(file, id)),
      },
      onProgress: (lines) => counting.at(lines),
    })
    const { header, tenants, lines, added, unchanged, missing, wrongSums, erased } = restored
    counting.stop()
    await work.say(
      `${file} of ${header.madeAt}, ${heldText(header.holds, header.tenants ?? [])}: ${counted(lines, 'line', 'lines')}; ${added} restored, ${unchanged} there before\n${columns(tenants.map((one) => [one.into, restoredText(one)]))}`,
    )
    if (wrongSums > 0)
      await work.complain({
        code: 'PLACE_DIFFERS',
        message: `The token sums of ${counted(wrongSums, 'node', 'nodes')} did not follow from their paths: ${merge ? 'taken as they are' : 'computed again'}.`,
        details: { nodes: wrongSums },
      })
    if (erased.length > 0)
      await work.complain({
        code: 'ERASED',
        message: `What ${counted(erased.length, 'line', 'lines')} of the file ${erased.length === 1 ? 'says' : 'say'} was erased here, and is not stored again: ${linesNamed(erased)}.`,
        details: { lines: erased },
      })
    for (const id of missing)
      await work.complain({ code: 'NOT_FOUND', message: `The bytes of attachment ${id} are nowhere.`, details: { id } })
    return { document: { file, ...restored }, ok: missing.length === 0 }
  } finally {
    counting.stop()
  }
}

/** The file is read more than once, which no pipe can be. */
async function refuseUnreadable(file: string): Promise<void> {
  const status = await stat(file)
  if (status.isDirectory()) throw new CommandFailed('FILE_UNUSABLE', `"${file}" is a folder.`, { file })
  if (!status.isFile())
    throw new CommandFailed(
      'FILE_UNUSABLE',
      `"${file}" is not a regular file: a restore reads it more than once. Write it to a file first.`,
      { file },
    )
}

function restoredText({ name, into, added, unchanged, apiKeys }: RestoredTenant): string {
  const keys = apiKeys === null || apiKeys === 0 ? '' : `, ${counted(apiKeys, 'API key', 'API keys')}`
  const from = name === into ? '' : ` of ${name}`
  return `${counted(added, 'value', 'values')}${from} restored${keys}, ${unchanged} there before`
}

function linesNamed(lines: readonly number[]): string {
  const named = lines.slice(0, 20).join(', ')
  return lines.length > 20 ? `${named} and ${lines.length - 20} more` : named
}

function bytesBeside(file: string, id: string): AsyncIterable<Uint8Array> | null {
  const path = join(besideOf(file), id)
  return existsSync(path) ? (createReadStream(path) as AsyncIterable<Uint8Array>) : null
}
