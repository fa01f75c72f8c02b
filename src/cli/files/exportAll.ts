import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailed, failureOf, type Failure } from '../../client/failures.ts'
import type { ExportOptions } from '../../client/graphClient.ts'
import { formatNamed } from '../../formats/index.ts'
import { TenantOfKey, ThreadsToExport } from '../../client/documents/generated.ts'
import { conversations } from '../ids/pages.ts'
import type { Work, WorkResult } from '../withGraph.ts'
import { counted, spelled } from '../text.ts'
import { stage } from './staged.ts'
import { omissionWords } from '../../formats/writing/omissions.ts'

/** One conversation, and the file that it was written as. */
type Written =
  | {
      readonly conversationId: string
      readonly output: string
      readonly bytes: number
      readonly omissions: string | null
    }
  | { readonly conversationId: string; readonly error: Failure }

/** Writes every conversation of a tenant with a turn into a folder, each as a file of its name: whole, or not at all. */
export async function exportAll(work: Work, folder: string, exportOptions: ExportOptions): Promise<WorkResult> {
  const { viewer } = await work.graph.query(TenantOfKey, {})
  await mkdir(folder, { recursive: true })
  const files: Written[] = []
  for await (const { id, turnCount } of conversations(work.graph, ThreadsToExport)) {
    if (turnCount === 0) continue
    const one = await exportOne(work, id, folder, exportOptions)
    files.push(one)
    if ('error' in one) await work.complain(one.error)
    else if (one.omissions !== null)
      await work.note(`${one.output} cannot hold all of ${id}; it leaves out ${omissionWords(one.omissions)}.`)
  }
  const refused = files.filter((one) => 'error' in one).length
  const written = `${counted(files.length - refused, 'file', 'files')} of tenant ${viewer.tenant} written to ${folder}`
  await work.say(`${written}, ${refused} refused.\n`)
  return { document: { tenant: viewer.tenant, files, refused }, ok: refused === 0 }
}

async function exportOne({ graph }: Work, id: string, folder: string, exportOptions: ExportOptions): Promise<Written> {
  try {
    const { format, omissions, pieces } = await graph.export(id, exportOptions)
    const staged = await stage(pieces, join(folder, fileNameOf(id, format)))
    await staged.put().finally(() => staged.drop())
    return { conversationId: id, output: staged.path, bytes: staged.bytes, omissions }
  } catch (thrown) {
    const { code, message, details } = failureOf(thrown)
    return {
      conversationId: id,
      error: { code, message: message.includes(id) ? message : `${id}: ${message}`, details },
    }
  }
}

const endings = [
  ['application/json', 'json'],
  ['application/x-ndjson', 'jsonl'],
  ['text/markdown', 'md'],
  ['text/html', 'html'],
] as const

/** Refuses an id that is no name of a file in this folder. */
function fileNameOf(id: string, format: string): string {
  if (/[\\/\0]/.test(id) || id.startsWith('.'))
    throw new CommandFailed('BAD_INPUT', `"${id}" cannot be the name of a file; export it alone, with --output.`, {
      id,
    })
  const type = formatNamed(format)?.mediaType ?? ''
  return `${id}.${endings.find(([one]) => type.startsWith(one))?.[1] ?? spelled(format)}`
}
