import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Option } from 'commander'
import { exportNames } from '../app/exports/exportConversation.ts'
import { formatNamed } from '../formats/index.ts'
import { perform, type CommonOptions, type Outcome, type Work } from './perform.ts'
import { addCommand, type Program } from './program.ts'
import { spelled } from './text.ts'

interface ExportOptions extends CommonOptions {
  /** As it was imported, unless said. */
  readonly format?: string
  readonly wholeTree?: true
  readonly output?: string
}

/** Adds `export ID`: the conversation as a file of another system. */
export function addExport({ root, terminal, ended }: Program): void {
  const format = new Option('--format <format>', 'the format; that of the imported file when left out').choices(
    exportNames.map(spelled),
  )
  addCommand(root, 'export <id>', 'write a conversation as a file', 'turngraph export 4fd2 --output 4fd2.jsonl')
    .addOption(format)
    .option('--whole-tree', 'the whole tree instead of the path to the head')
    .option('--output <file>', 'write to this file instead of stdout')
    .action(async (id: string, options: ExportOptions) => {
      ended(await perform(terminal, options, { writes: false }, (work) => exportTo(work, id, options)))
    })
}

async function exportTo(work: Work, id: string, options: ExportOptions): Promise<Outcome> {
  const { output, wholeTree = false } = options
  const named = options.format?.toUpperCase().replaceAll('-', '_') ?? null
  const { format, leftOut, pieces } = await work.graph.export(id, { format: named, wholeTree, part: null })
  if (leftOut !== null) await work.note(`${spelled(format)} has no place for all of ${id}: ${leftOut}.`)
  const document = { conversationId: id, format: spelled(format), wholeTree, leftOut }
  if (output !== undefined) {
    const files = [{ output, bytes: await toFile(pieces, output) }, ...(await otherParts(work, id, format, output))]
    for (const one of files) await work.say(`${id}: ${one.bytes} bytes written to ${one.output}\n`)
    return { document: { ...document, ...files[0], ...(files.length > 1 && { files }) }, ok: true }
  }
  if (work.json) return { document: { ...document, content: await textOf(pieces) }, ok: true }
  for await (const piece of pieces) if (!(await work.put(piece))) break
  return { document: undefined, ok: true }
}

/** Writes what else a conversation's file is made of beside it, where there is anything in it. */
async function otherParts(work: Work, id: string, format: string, output: string) {
  const [, ...others] = formatNamed(format)?.parts ?? []
  const files: { output: string; bytes: number }[] = []
  for (const part of others) {
    const { pieces } = await work.graph.export(id, { format, part, wholeTree: false })
    const name = partName(output, part)
    const bytes = await toFile(pieces, name, 2)
    if (bytes > 0) files.push({ output: name, bytes })
  }
  return files
}

/** As a Neo store calls them: `c.jsonl`, `c.archive.jsonl`, `c.meta.json`. */
function partName(output: string, part: string): string {
  return `${output.replace(/\.jsonl$/i, '')}.${part.toLowerCase()}.${part === 'META' ? 'json' : 'jsonl'}`
}

/** Writes beside the file and puts it in place when it is whole; none of fewer than `least` bytes: `{}` says nothing. */
async function toFile(pieces: AsyncIterable<Uint8Array>, output: string, least = -1): Promise<number> {
  const part = `${output}.${process.pid}.part`
  try {
    const file = createWriteStream(part)
    await pipeline(pieces, file)
    const isEmpty = file.bytesWritten <= least
    await (isEmpty ? rm(part) : rename(part, output))
    return isEmpty ? 0 : file.bytesWritten
  } catch (thrown) {
    await rm(part, { force: true })
    const isOfPart = (thrown as NodeJS.ErrnoException).path === part
    throw isOfPart ? Object.assign(thrown as Error, { path: output }) : thrown
  }
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}
