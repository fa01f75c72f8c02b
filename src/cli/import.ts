import { failureOf, type Failure } from '../client/failures.ts'
import type { Imported } from '../client/graph.ts'
import { filesBelow, type FileFound } from './files/importPaths.ts'
import { perform, type CommonOptions, type Outcome, type Work } from './perform.ts'
import { addCommand, type Program } from './program.ts'
import { progressOf, type Progress } from './progress.ts'
import { reportText } from './report.ts'
import { counted } from './text.ts'

interface ImportOptions extends CommonOptions {
  readonly format?: string
  readonly conversation?: string
}

/** Adds `import PATH…`: files, and what lies in folders. */
export function addImport({ root, terminal, ended }: Program): void {
  addCommand(root, 'import <path...>', 'store transcripts of other systems', 'turngraph import ~/.claude/projects')
    .option('--format <format>', "the files' format; recognised from their content when left out")
    .option('--conversation <id>', 'the conversation that takes lines which name none')
    .addHelpText('after', '\nOf a folder its .jsonl files are taken, and those of the folders in it.')
    .action(async (paths: string[], options: ImportOptions) => {
      ended(await perform(terminal, options, { writes: true, waits: true }, (work) => importAll(work, paths, options)))
    })
}

/** One file, and what came of it. */
type Done = { readonly path: string } & (Imported | { readonly error: Failure })

async function importAll(work: Work, paths: readonly string[], options: ImportOptions): Promise<Outcome> {
  const files = await filesBelow(paths)
  const progress = progressOf(work.terminal.stderr, files)
  const done: Done[] = []
  for (const file of files) {
    const came = await importOne(work, file, options, progress)
    done.push(came)
    progress.pause()
    if ('error' in came) await work.complain(came.error)
    else await work.say(reportText(came.path, came.report, came.conversationIds))
  }
  progress.stop()
  const refused = done.filter((each) => 'error' in each).length
  const added = done.reduce((sum, each) => sum + ('report' in each ? each.report.added : 0), 0)
  await work.say(
    `${counted(done.length, 'file', 'files')}, ${refused} refused; ${counted(added, 'node', 'nodes')} added.\n`,
  )
  return { document: { files: done, refused, added }, ok: refused === 0 }
}

async function importOne(work: Work, file: FileFound, options: ImportOptions, progress: Progress): Promise<Done> {
  const { path } = file
  try {
    if ('failure' in file) throw file.failure
    progress.begin(file)
    const { format = null, conversation: conversationId = null } = options
    const onProgress = (bytes: number) => progress.at(bytes)
    return { path, ...(await work.graph.importFile(path, { format, conversationId, onProgress })) }
  } catch (thrown) {
    const { code, message, details } = failureOf(thrown)
    return { path, error: { code, message: message.includes(path) ? message : `${path}: ${message}`, details } }
  }
}
