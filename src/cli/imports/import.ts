import type { Command } from 'commander'
import { failureOf, type Failure } from '../../client/failures.ts'
import type { Imported } from '../../client/graphClient.ts'
import { fileSource } from '../../app/fileSource.ts'
import { importName } from '../../app/imports/sources/recognisedFile.ts'
import { filesBelow, type FileFound } from '../files/importPaths.ts'
import { summaryTable, totalsByFormat } from './summary.ts'
import { withGraph, waitingOn, type CommonOptions, type WorkResult, type Work } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { newlyStored, newText } from './newlyStored.ts'
import { progressOf, type ProgressBar } from '../progress.ts'
import { reportText } from './report.ts'
import { sessionFiles } from './sessionFiles.ts'
import { counted, numberText } from '../text.ts'
import { titlesOf } from './titles.ts'

interface ImportOptions extends CommonOptions {
  readonly format?: string
  readonly conversation?: string
  readonly others?: true
  readonly session?: string
  readonly strict?: true
}

/** Adds `import PATH…`: files, and what lies in folders. */
export function addImport({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'import [path...]',
    'store transcripts of other systems',
    'turngraph import ~/.claude ~/.codex ~/.gemini\nturngraph import --session ~/.claude/projects/-app/4fd2.jsonl',
  )
    .option('--format <format>', "the files' format; by default it is recognised by their content")
    .option('--conversation <id>', 'the conversation that takes lines which name none')
    .option('--strict', 'refuse a file of Claude Code with a line that no known schema fits, naming the lines')
    .option('--others', 'list the files of folders that are not transcripts')
    .option(
      '--session <file>',
      "a session of Claude Code with its sub-agents' files; - reads the path from what a hook is handed on stdin",
    )
    .addHelpText('after', '\nOf a folder, and of the folders in it, every file that is a transcript is imported.')
    .action(async (paths: string[], options: ImportOptions, command: Command) => {
      const { session } = options
      if (paths.length === 0 && session === undefined)
        command.error("error: name files or folders, or a session with '--session <file>'", missingArgument)
      const work = async (work: Work) => {
        const own = session === undefined ? [] : await sessionFiles(session, terminal.stdin ?? process.stdin)
        return importAll(work, [...paths, ...own], options)
      }
      ended(await withGraph(terminal, options, { writes: true, waits: true }, work))
    })
}
const missingArgument = { code: 'commander.missingArgument' }

/** One file, and what came of it. */
type Done = { readonly path: string } & (Imported | { readonly error: Failure })

async function importAll(work: Work, paths: readonly string[], options: ImportOptions): Promise<WorkResult> {
  const { files, others } = await filesBelow(paths)
  const progress = progressOf(work.terminal.stderr, files)
  const done: Done[] = []
  for (const file of files) {
    const came = await importOne(work, file, options, progress)
    done.push(came)
    progress.pause()
    if ('error' in came) await work.complain(came.error)
    else if (!work.json) await work.say(await reportOf(work, came))
  }
  progress.stop()
  const refused = done.filter((each) => 'error' in each).length
  const added = done.reduce((sum, each) => sum + ('report' in each ? each.report.added : 0), 0)
  const totals = totalsByFormat(done.filter((each) => 'report' in each))
  if (done.length > 1 && totals.length > 0) await work.say(`\n${summaryTable(totals)}`)
  const fresh =
    done.length > 1
      ? await newlyStored(
          work.graph,
          done.filter((each) => 'report' in each),
        )
      : []
  await work.say(newText(fresh))
  if (done.length > 1 && totals.length > 0) await work.say('\n')
  await tellOthers(work, others, options)
  await work.say(
    `${counted(done.length, 'file', 'files')}, ${numberText(refused)} refused; ${counted(added, 'node', 'nodes')} added.\n`,
  )
  const listed = options.others ? others : others.length
  return { document: { files: done, formats: totals, new: fresh, refused, added, others: listed }, ok: refused === 0 }
}

async function reportOf({ graph }: Work, { path, report, conversationIds }: Imported & { readonly path: string }) {
  return reportText(path, report, await titlesOf(graph, conversationIds), conversationIds.length)
}

async function tellOthers(work: Work, others: readonly string[], options: ImportOptions): Promise<void> {
  if (others.length === 0) return
  const are =
    others.length === 1
      ? '1 other file is not a transcript'
      : `${numberText(others.length)} other files are not transcripts`
  await work.say(
    options.others
      ? `${are}:\n${others.map((path) => `  ${path}\n`).join('')}`
      : `${are}; --others lists ${others.length === 1 ? 'it' : 'them'}.\n`,
  )
}

async function importOne(work: Work, file: FileFound, options: ImportOptions, progress: ProgressBar): Promise<Done> {
  const { path } = file
  try {
    if ('failure' in file) throw file.failure
    progress.begin(file)
    const { format = null, conversation: conversationId = null } = options
    const onProgress = (bytes: number) => progress.at(bytes)
    const fields = {
      format,
      conversationId,
      strict: options.strict === true,
      onProgress,
      onWait: waitingOn(work.terminal),
    }
    const source = (await file.read?.()) ?? fileSource(path, importName(path))
    return { path, ...(await work.graph.import(source, fields)) }
  } catch (thrown) {
    const { code, message, details } = failureOf(thrown)
    return { path, error: { code, message: message.includes(path) ? message : `${path}: ${message}`, details } }
  }
}
