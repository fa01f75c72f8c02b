import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { SingleBar, Presets } from 'cli-progress'
import { CommandFailed, noFile, type Failure } from '../../client/failures.ts'
import type { Imported } from '../../client/graphClient.ts'
import { allKnown, placesOf, thisMachine, type WatchedPlace } from '../../watch/places.ts'
import { titlesOf } from '../imports/titles.ts'
import { addCommand, type Program } from '../program.ts'
import type { Terminal } from '../terminal.ts'
import { counted } from '../text.ts'
import { withGraph, waitingOn, type CommonOptions, type Work, type WorkResult } from '../withGraph.ts'

/** Adds `watch [PATH…]`: sessions of agents, followed while they are written. */
export function addWatch({ root, terminal, ended }: Program): void {
  const example = 'turngraph watch\nturngraph watch ~/.claude/projects --url http://127.0.0.1:4000'
  addCommand(root, 'watch [path...]', 'follow the sessions of agents, and store what they write', example)
    .addHelpText(
      'after',
      '\nWithout a path, or with `auto`, it follows the folders in which known agents keep their sessions.\nWith --json it prints one line of JSON for each file of which something was stored. Ctrl-C ends it.',
    )
    .action(async (paths: string[], options: CommonOptions) => {
      const isRemote = options.url !== undefined
      ended(
        await withGraph(terminal, options, { writes: true, waits: true, staysOpen: true }, (work) =>
          watch(work, paths, isRemote),
        ),
      )
    })
}

async function watch(work: Work, paths: readonly string[], isRemote: boolean): Promise<WorkResult> {
  const { terminal, graph } = work
  const machine = thisMachine(terminal.env)
  const places = placesOf(paths.length === 0 ? [allKnown] : paths, machine)
  const there = places.filter(({ path }) => existsSync(path))
  refuseMissing(paths, places, there)
  await work.note(`Following ${there.map(({ path }) => path).join(', ')}`)
  const [{ watchSessions }, { sendNew }] = await Promise.all([
    import('../../watch/watchSessions.ts'),
    import('../../watch/sendNew.ts'),
  ])
  const ending = endOf()
  const refusal = createRefusal()
  const bar = scanBar(terminal)
  const stored = createTotals()
  const waiting = { onWait: waitingOn(terminal) }
  const watching = watchSessions({
    places,
    machine,
    importFile: isRemote
      ? sendNew((...args) => graph.import(...args), waiting)
      : (source) => graph.import(source, waiting),
    scanned: (done, of) => bar.at(done, of),
    imported: (path, imported) => {
      stored.add(imported)
      if (imported.report.added > 0) void bar.aside(() => tell(work, path, imported))
    },
    failed(failure) {
      // A key that may not write does not come to it by waiting.
      if (isRefusedKey(failure) && stored.files() === 0) refusal.refuse(failure)
      else void bar.aside(() => work.complain(failure))
    },
  })
  try {
    await Promise.race([watching.settled, ending, refusal.refused])
    bar.stop()
    await work.note(`${stored.text()}; it goes on with what is written. Ctrl-C ends it.`)
    await Promise.race([ending, refusal.refused])
  } finally {
    bar.stop()
    await watching.close()
  }
  return { document: undefined, ok: true }
}

const isRefusedKey = ({ code }: Failure) => code === 'FORBIDDEN' || code === 'UNAUTHENTICATED'

/** What ends the command: the server refused its key. */
function createRefusal() {
  let refuse: (failure: Failure) => void = () => undefined
  const refused = new Promise<never>((_, fail) => {
    refuse = ({ code, message, details }) => fail(new CommandFailed(code, message, details))
  })
  // It may come while nobody waits for it.
  refused.catch(() => undefined)
  return { refused, refuse }
}

function refuseMissing(
  paths: readonly string[],
  places: readonly WatchedPlace[],
  there: readonly WatchedPlace[],
): void {
  const missing = places.find(({ path }) => !existsSync(path))
  const isNamed = paths.length > 0 && !paths.includes(allKnown)
  if (isNamed && missing) throw noFile(missing.path)
  if (there.length > 0) return
  throw new CommandFailed(
    'NOT_FOLLOWED',
    `None of the folders of known agents is there (${places.map(({ path }) => path).join(', ')}). Name a path.`,
    { paths: places.map(({ path }) => path) },
  )
}

/** Resolves once a signal ends the command; a second one ends the process. */
async function endOf(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}

/** Says what was stored of a file, by the title of its conversation. */
async function tell(work: Work, path: string, { report, conversationIds }: Imported): Promise<void> {
  const { added, format } = report
  if (work.json) {
    await work.put(Buffer.from(`${JSON.stringify({ path, format, added, conversationIds })}\n`))
    return
  }
  const [first] = await titlesOf(work.graph, conversationIds.slice(0, 1))
  const more = conversationIds.length > 1 ? ` and ${conversationIds.length - 1} more` : ''
  const title = first?.title?.replaceAll(/\s+/g, ' ') ?? first?.id ?? path
  await work.say(`${title}${more}: ${counted(added, 'node', 'nodes')} added\n`)
}

interface Totals {
  files(): number
  add(imported: Imported): void
  text(): string
}

function createTotals(): Totals {
  let [files, added] = [0, 0]
  return {
    files: () => files,
    add({ report }) {
      files++
      added += report.added
    },
    text: () =>
      `${counted(files, 'session is', 'sessions are')} stored, ${counted(added, 'node', 'nodes')} of them new`,
  }
}

/** A bar on a terminal's stderr while the first scan goes on; others may write when it is aside. */
function scanBar({ stderr }: Terminal) {
  if (stderr.isTTY !== true)
    return { at: () => undefined, aside: (write: () => Promise<unknown>) => write(), stop: () => undefined }
  const format = '{bar} {value} of {total} files  {eta_formatted} left'
  const bar = new SingleBar({ stream: stderr, format, clearOnComplete: true, hideCursor: true }, Presets.shades_classic)
  let [value, total, isOver] = [0, 0, false]
  const show = () => (isOver || total === 0 ? undefined : bar.start(total, value))
  return {
    at(done: number, of: number) {
      if (isOver) return
      if (total === 0) bar.start(of, done)
      else bar.update(done)
      ;[value, total] = [done, of]
    },
    async aside(write: () => Promise<unknown>) {
      bar.stop()
      await write()
      show()
    },
    stop() {
      isOver = true
      bar.stop()
    },
  }
}
