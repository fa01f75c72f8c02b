import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Option } from 'commander'
import { exportNames } from '../app/exports/exportConversation.ts'
import { perform, type CommonOptions, type Outcome, type Work } from './perform.ts'
import { addCommand, type Program } from './program.ts'

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

/** A format's name as the command line spells it. */
const spelled = (name: string) => name.toLowerCase().replaceAll('_', '-')

async function exportTo(work: Work, id: string, options: ExportOptions): Promise<Outcome> {
  const { output, wholeTree = false, format = null } = options
  const pieces = work.graph.export(id, format?.toUpperCase().replaceAll('-', '_') ?? null, wholeTree)
  const document = { conversationId: id, format, wholeTree }
  if (output !== undefined) {
    const bytes = await toFile(pieces, output)
    await work.say(`${id}: ${bytes} bytes written to ${output}\n`)
    return { document: { ...document, output, bytes }, ok: true }
  }
  if (work.json) return { document: { ...document, content: await textOf(pieces) }, ok: true }
  for await (const piece of pieces) if (!(await work.put(piece))) break
  return { document: undefined, ok: true }
}

/** Writes beside the file and puts it in place when it is whole. */
async function toFile(pieces: AsyncIterable<Uint8Array>, output: string): Promise<number> {
  const part = `${output}.${process.pid}.part`
  try {
    const file = createWriteStream(part)
    await pipeline(pieces, file)
    await rename(part, output)
    return file.bytesWritten
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
