import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Option } from 'commander'
import { loadScratch } from '../../compose.ts'
import { readBack } from '../../app/backups/readBack.ts'
import type { Header } from '../../formats/ndjson/lines.ts'
import { packed, unpacked } from '../files/compression.ts'
import { refuseThere, writeWhole } from '../files/wholeFile.ts'
import { makeFolder } from '../../makeFolder.ts'
import { withOpenGraph, type CommonOptions, type CommandOutput, type WorkResult } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { backupAt } from './backupAt.ts'
import { openLocalStore, type LocalStore } from '../store/localStore.ts'
import { countingOn } from '../progress.ts'
import { counted } from '../text.ts'
import { heldText, tenantTexts } from './tenantTexts.ts'

interface BackupOptions extends CommonOptions {
  readonly attachments: 'inline' | 'beside' | 'none'
  readonly force?: true
}

/** Returns the folder beside a backup in which attachments' bytes lie. */
export const besideOf = (file: string): string => `${file}.attachments`

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
  const beside: string[] = []
  const counting = countingOn(work.terminal.stderr, 'backup')
  let lines = 0
  async function* seen(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const piece of pieces) {
      lines += linesIn(piece)
      counting.at(lines)
      yield piece
    }
  }
  const take = async (id: string, bytes: AsyncIterable<Uint8Array>) => {
    await putBeside(file, id, bytes)
    beside.push(id)
  }
  const pieces = store.backup({
    tenant: tenant ?? null,
    attachments: attachments === 'beside' ? { take } : attachments,
    onMissing: (id) => missing.push(id),
  })
  try {
    const bytes = await writeWhole(packed(seen(pieces), file), file, { replaces: force === true })
    const openScratch = await loadScratch()
    let header: Header | null = null
    const onHeader = (first: Header) => void (header = first)
    const unreadable = await readBack(() => unpacked(file), openScratch, null, onHeader)
    const damaged = await damagedBeside(file, beside)
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

/** Reads what lies beside the file, and returns the ids of attachments whose bytes are not those. */
async function damagedBeside(file: string, ids: readonly string[]): Promise<string[]> {
  const damaged: string[] = []
  for (const id of new Set(ids)) {
    const path = join(besideOf(file), id)
    const hash = createHash('sha256')
    if (existsSync(path)) await pipeline(createReadStream(path), hash)
    if (!existsSync(path) || hash.digest('hex') !== id) damaged.push(id)
  }
  return damaged
}
