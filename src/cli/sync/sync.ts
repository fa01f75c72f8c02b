import { mkdir } from 'node:fs/promises'
import {
  withGraph,
  withOpenGraph,
  type CommonOptions,
  type CommandOutput,
  type Work,
  type WorkResult,
} from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { counted } from '../text.ts'
import { neoFolder } from './neoFolder.ts'
import { syncFolder, type SyncedThread } from './syncFolder.ts'

interface SyncOptions extends CommonOptions {
  readonly cortexRoot?: string
}

/** Adds `sync [DIR]`: a folder of a Neo store and the store, both ways. */
export function addSync({ root, terminal, ended }: Program): void {
  const example = 'turngraph sync /data/conversations\nNEO_CONVERSATIONS_DIR=/data/conversations turngraph sync'
  addCommand(
    root,
    'sync [dir]',
    'import what is new in the folder of a Neo store, and write what is new here into it',
    example,
  )
    .option('--cortex-root <dir>', 'the cortex root; the folder is `conversations` beside it')
    .addHelpText(
      'after',
      '\nWithout a folder it takes NEO_CONVERSATIONS_DIR, else `conversations` beside the cortex root (NEO_CORTEX_ROOT).\nA thread holds the path to the head. Where both sides continued a thread, its file keeps what the other program wrote, and what was stored here goes on in\nthe thread of a fork, ID@turngraph; sync lists them. A file only ever gets longer.',
    )
    .action(async (dir: string | undefined, options: SyncOptions) => {
      const folder = neoFolder(dir, options.cortexRoot, terminal.env)
      const mode = { writes: true, waits: true }
      if (folder === null) ended(await withOpenGraph(terminal, options, nothing, (_, output) => disabled(output)))
      else ended(await withGraph(terminal, options, mode, (work) => syncAll(work, folder)))
    })
}

/** No store is opened for nothing. */
const nothing = () => Promise.resolve({ close: () => Promise.resolve() })

async function disabled({ note }: CommandOutput): Promise<WorkResult> {
  await note(
    'Nothing was synced: no folder is given, and neither NEO_CONVERSATIONS_DIR nor a cortex root (NEO_CORTEX_ROOT) is set.',
  )
  return { document: { directory: null, threads: [] }, ok: true }
}

async function syncAll(work: Work, directory: string): Promise<WorkResult> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const threads = await syncFolder(work, directory)
  for (const one of threads) await (one.error === null ? work.say(lineOf(one)) : work.complain(one.error))
  const count = (is: (one: SyncedThread) => boolean) => threads.filter(is).length
  const conflicts = count(({ conflict }) => conflict)
  const refused = count(({ error }) => error !== null)
  const [added, written] = [threads.reduce((sum, one) => sum + one.added, 0), count((one) => one.written.length > 0)]
  const all = `${counted(threads.length, 'thread', 'threads')}: ${counted(added, 'turn', 'turns')} came in, ${written} written`
  await work.say(`${all}, ${counted(conflicts, 'conflict', 'conflicts')}, ${refused} refused.\n`)
  return { document: { directory, threads, added, written, conflicts, refused }, ok: refused === 0 }
}

/** A thread of which nothing changed takes no line. */
function lineOf({ conversationId, added, written, conflict, fork, omissions }: SyncedThread): string {
  if (added === 0 && written.length === 0) return ''
  const parts = [
    ...(added > 0 ? [`${counted(added, 'turn', 'turns')} came in`] : []),
    ...(written.length > 0 ? ['written'] : []),
    ...(written.length > 0 && omissions !== null ? [`without ${omissions}`] : []),
  ]
  const ours = fork === null ? '' : ` The head's go on in the thread ${fork}.`
  const versions = `${conversationId}: both went on; the file's turns are versions beside those of the head (turngraph tree ${conversationId}).${ours}\n`
  return `${conversationId}: ${parts.join(', ')}\n${conflict ? versions : ''}`
}
