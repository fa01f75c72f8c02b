import { exportNames, exportValues } from '../app/exports/exportConversation.ts'
import { extractWords } from '../app/extracts/extract.ts'
import { CommandFailed } from '../client/failures.ts'
import { formatNamed } from '../formats/index.ts'
import { addExtractOptions, extractTo, type ExtractOptions } from './extract.ts'
import { comparison } from './compare/comparison.ts'
import { comparedHtml } from './compare/comparedHtml.ts'
import { exportAll } from './files/exportAll.ts'
import { textOf, toFile } from './files/pieces.ts'
import { byId } from './ids/wholeIds.ts'
import { withGraph, type CommonOptions, type WorkResult, type Work } from './withGraph.ts'
import { addCommand, choiceOf, type Program } from './program.ts'
import { spelled } from './text.ts'
import { omissionWords } from '../formats/writing/omissions.ts'

interface ExportOptions extends CommonOptions, Partial<ExtractOptions> {
  /** As it was imported, unless said. */
  readonly format?: string
  readonly wholeTree?: true
  readonly all?: true
  /** Whether corrections show. */
  readonly values?: string
  readonly output?: string
  /** The conversation that a page compares it with. */
  readonly against?: string
}

/** Adds `export ID`: the conversation as a file of another system; and `export --of TABLE`. */
export function addExport({ root, terminal, ended }: Program): void {
  const formats = [...new Set([...exportNames, ...extractWords.format])]
  const format = choiceOf('--format <format>', 'the format; by default that of the imported file', formats)
  const example =
    'turngraph export 4fd2 --output 4fd2.jsonl\nturngraph export 4fd2 --format html --output 4fd2.html\nturngraph export --of usage --format parquet --output usage.parquet\nturngraph export --all --format neo-json threads'
  const command = addCommand(
    root,
    'export [id]',
    'write a conversation as a file, or all of a tenant as files or a table',
    example,
  )
    .addOption(format)
    .option('--whole-tree', 'the whole tree instead of the path to the head')
    .addOption(choiceOf('--values <values>', 'whether corrections show: as-stored, current', [...exportValues]))
    .option('--output <file>', 'write to this file instead of stdout')
    .option('--against <id>', 'with --format html: a page that compares it with that conversation')
    .option('--all', 'every conversation of the tenant, each as a file in the folder that is named in place of an id')
  addExtractOptions(command).action(async (id: string | undefined, options: ExportOptions) => {
    ended(await withGraph(terminal, options, { writes: false }, (work) => exportOne(work, id, options)))
  })
}

function exportOne(work: Work, id: string | undefined, options: ExportOptions): Promise<WorkResult> {
  const { of } = options
  if (options.all) return exportEvery(work, id, options)
  if (of !== undefined) return extractTo(work, id, { ...options, of })
  if (id === undefined) {
    const message = 'Name a conversation, or a table with --of.'
    return Promise.reject(new CommandFailed('BAD_INPUT', message, { accepted: extractWords.of }))
  }
  return options.against === undefined ? exportTo(work, id, options) : exportCompared(work, id, options)
}

function exportEvery(work: Work, folder: string | undefined, options: ExportOptions): Promise<WorkResult> {
  const { of, output, format, values, wholeTree = false } = options
  if (folder === undefined || of !== undefined || output !== undefined)
    return Promise.reject(new CommandFailed('BAD_INPUT', 'With --all name the folder, and neither --of nor --output.'))
  return exportAll(work, folder, { format: nameOf(format), wholeTree, values: nameOf(values) })
}

/** As the API spells what the command line does. */
const nameOf = (spelled?: string) => spelled?.toUpperCase().replaceAll('-', '_') ?? null

async function exportTo(work: Work, id: string, options: ExportOptions): Promise<WorkResult> {
  const { output, values, wholeTree = false } = options
  const { format, omissions, pieces } = await byId(work.graph, id, (whole) =>
    work.graph.export(whole, { format: nameOf(options.format), wholeTree, values: nameOf(values) }),
  )
  if (omissions !== null)
    await work.note(`A ${spelled(format)} file cannot hold all of ${id}; it leaves out ${omissionWords(omissions)}.`)
  const document = { conversationId: id, format: spelled(format), wholeTree, omissions }
  if (output !== undefined) {
    const files = [{ output, bytes: await toFile(pieces, output) }, ...(await otherParts(work, id, format, output))]
    for (const one of files) await work.say(`${id}: ${one.bytes} bytes written to ${one.output}\n`)
    return { document: { ...document, ...files[0], ...(files.length > 1 && { files }) }, ok: true }
  }
  if (work.json) return { document: { ...document, content: await textOf(pieces) }, ok: true }
  for await (const piece of pieces) if (!(await work.put(piece))) break
  return { document: undefined, ok: true }
}

/** Writes a page that compares two conversations. */
async function exportCompared(work: Work, id: string, options: ExportOptions): Promise<WorkResult> {
  const { output, against = '', format, wholeTree, values } = options
  if (format !== 'html' || wholeTree || values !== undefined)
    throw new CommandFailed('BAD_INPUT', 'With --against give --format html, and neither --whole-tree nor --values.')
  const { left, right, ...compared } = await comparison(work.graph, id, against)
  const page = Buffer.from(comparedHtml(compared, left, right))
  const document = { conversationId: left, against: right, format }
  if (output !== undefined) {
    const bytes = await toFile(piecesOf(page), output)
    await work.say(`${left}: ${bytes} bytes written to ${output}\n`)
    return { document: { ...document, output, bytes }, ok: true }
  }
  if (work.json) return { document: { ...document, content: page.toString() }, ok: true }
  await work.put(page)
  return { document: undefined, ok: true }
}

async function* piecesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes)
}

/** Writes what else a conversation's file is made of beside it, where there is anything in it. */
async function otherParts(work: Work, id: string, format: string, output: string) {
  const [, ...others] = formatNamed(format)?.parts ?? []
  const files: { output: string; bytes: number }[] = []
  for (const part of others) {
    const { pieces } = await byId(work.graph, id, (whole) => work.graph.export(whole, { format, part }))
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
