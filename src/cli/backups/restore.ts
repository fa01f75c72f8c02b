import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailed } from '../../client/failures.ts'
import { besideOf } from './backup.ts'
import { unpacked } from '../files/compression.ts'
import { withOpenGraph, type CommonOptions, type CommandOutput, type WorkResult } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { openLocalStore, type LocalStore } from '../store/localStore.ts'
import { countingOn } from '../progress.ts'
import { counted } from '../text.ts'

interface RestoreOptions extends CommonOptions {
  readonly merge?: true
}

/** Adds `restore FILE`: what `backup` wrote, into a store that is empty or has nothing that says otherwise. */
export function addRestore({ root, terminal, ended }: Program): void {
  addCommand(root, 'restore <file>', 'put a backup into the store', 'turngraph restore turngraph.ndjson.gz')
    .option('--merge', 'restore into a store that is not empty; refused where anything conflicts')
    .addHelpText('after', '\nIt checks the whole file before it writes anything.')
    .action(async (file: string, options: RestoreOptions) => {
      const open = () =>
        options.url ? notThere() : openLocalStore(terminal.env, { writes: true, tenant: options.tenant })
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
  { merge }: RestoreOptions,
): Promise<WorkResult> {
  if ((await stat(file)).isDirectory()) throw new CommandFailed('FILE_UNUSABLE', `"${file}" is a folder.`, { file })
  const counting = countingOn(work.terminal.stderr, 'restore')
  try {
    const restored = await store.restore({
      ...{ open: () => unpacked(file), merge: merge === true, beside: (id) => Promise.resolve(bytesBeside(file, id)) },
      onProgress: (lines) => counting.at(lines),
    })
    const { header, lines, added, unchanged, missing, wrongSums, erased } = restored
    counting.stop()
    await work.say(
      `${file} of ${header.madeAt}: ${counted(lines, 'line', 'lines')}; ${added} restored, ${unchanged} there before\n`,
    )
    if (wrongSums > 0)
      await work.complain({
        code: 'PLACE_DIFFERS',
        message: `The token sums of ${counted(wrongSums, 'node', 'nodes')} did not follow from their paths: ${merge ? 'taken as they are' : 'computed anew'}.`,
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

function linesNamed(lines: readonly number[]): string {
  const named = lines.slice(0, 20).join(', ')
  return lines.length > 20 ? `${named} and ${lines.length - 20} more` : named
}

function bytesBeside(file: string, id: string): AsyncIterable<Uint8Array> | null {
  const path = join(besideOf(file), id)
  return existsSync(path) ? (createReadStream(path) as AsyncIterable<Uint8Array>) : null
}
