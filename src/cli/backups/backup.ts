import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { Option } from 'commander'
import { loadScratch } from '../../compose.ts'
import { readBack } from '../../app/backups/readBack.ts'
import { packed, unpacked } from '../files/compression.ts'
import { writeWhole } from '../files/wholeFile.ts'
import { makeFolder } from '../../makeFolder.ts'
import { withOpenGraph, type CommonOptions, type CommandOutput, type WorkResult } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { backupAt } from './backupAt.ts'
import { openLocalStore, type LocalStore } from '../store/localStore.ts'
import { countingOn } from '../progress.ts'
import { counted } from '../text.ts'

interface BackupOptions extends CommonOptions {
  readonly attachments: 'inline' | 'beside' | 'none'
}

/** Returns the folder beside a backup in which attachments' bytes lie. */
export const besideOf = (file: string): string => `${file}.attachments`

/** Adds `backup FILE`: all that is stored. */
export function addBackup({ root, terminal, ended }: Program): void {
  addCommand(root, 'backup <file>', 'write the whole store to one file', 'turngraph backup turngraph.ndjson.gz')
    .addOption(
      new Option('--attachments <where>', "attachments' bytes: in the file, in FILE.attachments, or left out")
        .choices(['inline', 'beside', 'none'])
        .default('inline'),
    )
    .addHelpText(
      'after',
      '\nA name that ends in .gz or .zst compresses the file. Writes continue meanwhile, and wait for nothing.',
    )
    .action(async (file: string, options: BackupOptions) => {
      const { env } = terminal
      const open = () =>
        options.url ? backupAt(options.url, env) : openLocalStore(env, { writes: false, tenant: options.tenant })
      ended(await withOpenGraph(terminal, options, open, (store, talk) => backupTo(store, talk, file, options)))
    })
}

async function backupTo(
  store: Pick<LocalStore, 'backup'>,
  work: CommandOutput,
  file: string,
  { attachments }: BackupOptions,
): Promise<WorkResult> {
  const missing: string[] = []
  const counting = countingOn(work.terminal.stderr, 'backup')
  let lines = 0
  async function* seen(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const piece of pieces) {
      lines += linesIn(piece)
      counting.at(lines)
      yield piece
    }
  }
  const pieces = store.backup({
    attachments: attachments === 'beside' ? { take: (id, bytes) => putBeside(file, id, bytes) } : attachments,
    onMissing: (id) => missing.push(id),
  })
  try {
    const bytes = await writeWhole(packed(seen(pieces), file), file)
    const openScratch = await loadScratch()
    const unreadable = await readBack(() => unpacked(file), openScratch)
    const ending = unreadable.length === 0 ? ' and read back' : ''
    await work.say(`${counted(lines, 'line', 'lines')}, ${bytes} bytes written to ${file}${ending}\n`)
    for (const fault of unreadable) await work.complain(fault)
    for (const id of missing)
      await work.complain({
        code: 'NOT_FOUND',
        message: `The bytes of attachment ${id} are not there.`,
        details: { id },
      })
    return { document: { file, lines, bytes, missing, unreadable }, ok: missing.length + unreadable.length === 0 }
  } finally {
    counting.stop()
  }
}

function linesIn(piece: Uint8Array): number {
  let count = 0
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) count++
  return count
}

/** Bytes of an id are always the same: what is there is not written again. */
async function putBeside(file: string, id: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const folder = besideOf(file)
  makeFolder(folder, 0o700)
  const path = join(folder, id)
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (!isThere) await writeWhole(bytes, path)
}
