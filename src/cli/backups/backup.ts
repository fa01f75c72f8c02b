import { join } from 'node:path'
import { Option } from 'commander'
import { loadScratch } from '../../compose.ts'
import { readBack } from '../../app/backups/readBack.ts'
import type { Header } from '../../formats/ndjson/lines.ts'
import { packed, unpacked } from '../files/compression.ts'
import { refuseThere, writeWhole } from '../files/wholeFile.ts'
import { withOpenGraph, type CommonOptions, type CommandOutput, type WorkResult } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { backupAt } from './backupAt.ts'
import { besideFiles, besideOf } from './besideFiles.ts'
import { openLocalStore, type LocalStore } from '../store/localStore.ts'
import { countingOn } from '../progress.ts'
import { counted } from '../text.ts'
import { heldText, tenantTexts } from './tenantTexts.ts'

interface BackupOptions extends CommonOptions {
  readonly attachments: 'inline' | 'beside' | 'none'
  readonly force?: true
}

/** Adds `backup FILE`: the whole store, or one tenant of it. */
export function addBackup({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'backup <file>',
    'write the whole store, all of its tenants, to one file',
    'turngraph backup turngraph.ndjson.gz\nturngraph backup acme.ndjson.gz --tenant acme',
  )
    .addOption(
      new Option('--attachments <where>', "attachments' bytes: in the file, in FILE.attachments, or left out")
        .choices(['inline', 'beside', 'none'])
        .default('inline'),
    )
    .option('--force', 'replace a file that is there')
    .addHelpText(
      'after',
      `
With --tenant it writes that tenant alone, with --url the tenant of the key.
A name that ends in .gz or .zst compresses the file. Writes continue meanwhile, and wait for nothing.`,
    )
    .action(async (file: string, options: BackupOptions) => {
      const { env } = terminal
      const open = async () => {
        if (!options.force) await refuseThere(file)
        return options.url ? backupAt(options.url, env) : openLocalStore(env, { writes: false })
      }
      ended(await withOpenGraph(terminal, options, open, (store, talk) => backupTo(store, talk, file, options)))
    })
}

async function backupTo(
  store: Pick<LocalStore, 'backup'>,
  work: CommandOutput,
  file: string,
  { attachments, tenant, force }: BackupOptions,
): Promise<WorkResult> {
  const missing: string[] = []
  const beside = besideFiles(file)
  const counting = countingOn(work.terminal.stderr, 'backup')
  let lines = 0
  async function* seen(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const piece of pieces) {
      lines += linesIn(piece)
      counting.at(lines)
      yield piece
    }
    beside.refuseFull()
  }
  const pieces = store.backup({
    tenant: tenant ?? null,
    attachments: attachments === 'beside' ? beside : attachments,
    onMissing: (id) => missing.push(id),
  })
  try {
    const bytes = await writeWhole(packed(seen(pieces), file), file, { replaces: force === true }).catch(
      async (thrown: unknown) => {
        await beside.drop()
        throw thrown
      },
    )
    const openScratch = await loadScratch()
    let header: Header | null = null
    const onHeader = (first: Header) => void (header = first)
    const unreadable = await readBack(() => unpacked(file), openScratch, null, onHeader)
    const damaged = await beside.damaged()
    const isRead = unreadable.length + damaged.length === 0
    const { holds, tenants = [] } = header as unknown as Header
    const written = `${counted(lines, 'line', 'lines')}, ${counted(bytes, 'byte', 'bytes')} written to ${file}`
    await work.say(`${written}${isRead ? ' and read back' : ''}: ${heldText(holds, tenants)}\n${tenantTexts(tenants)}`)
    for (const fault of unreadable) await work.complain(fault)
    for (const id of missing)
      await work.complain({
        code: 'NOT_FOUND',
        message: `The bytes of attachment ${id} are not there.`,
        details: { id },
      })
    for (const id of damaged)
      await work.complain({
        code: 'FILE_UNUSABLE',
        message: `"${join(besideOf(file), id)}" does not hold the bytes of attachment ${id}.`,
        details: { path: join(besideOf(file), id), id },
      })
    return {
      document: { file, holds, tenants, lines, bytes, missing, unreadable, damaged },
      ok: isRead && missing.length === 0,
    }
  } finally {
    counting.stop()
  }
}

function linesIn(piece: Uint8Array): number {
  let count = 0
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) count++
  return count
}
