import { importMaxWaitMs } from '../app/imports/job/retry.ts'
import { failureOf, type Fault } from '../client/failures.ts'
import type { ConnectedGraph } from '../client/graphClient.ts'
import { plainWord } from '../domain/messages/plainText.ts'
import { openGraph, type OpenMode } from './openGraph.ts'
import { outputTo, type Output } from './output.ts'
import { hasColours, type StyledPiece } from './styled.ts'
import type { Terminal } from './terminal.ts'

/** Options that every command has. */
export interface CommonOptions {
  readonly json?: true
  readonly url?: URL
  readonly tenant?: string
  /** False: no colours, even on a terminal. */
  readonly color?: boolean
}

/** How a command talks with its caller. */
export interface CommandOutput {
  readonly terminal: Terminal
  /** Whether a program reads: then the one document is all there is on stdout. */
  readonly json: boolean
  /** Writes to people; answers whether the reader is still there. */
  readonly say: (text: string | readonly StyledPiece[]) => Promise<boolean>
  /** Writes content to stdout. */
  readonly put: (bytes: Uint8Array) => Promise<boolean>
  /** Tells people something on stderr, whatever stdout is for. */
  readonly note: (text: string) => Promise<boolean>
  /** Tells people, on stderr, of something that could not be done. */
  readonly complain: (fault: Fault) => Promise<boolean>
}

/** What a command works with. */
export interface Work extends CommandOutput {
  readonly graph: ConnectedGraph
}

/** What came of a command: the document for programs (undefined: none), and whether all went well. */
export interface WorkResult {
  readonly document: unknown
  readonly ok: boolean
}

interface Opened {
  close(): Promise<void>
}

/** Runs a command on the graph that its options name; answers the exit status. */
export function withGraph(
  terminal: Terminal,
  options: CommonOptions,
  {
    writes,
    waits = false,
    staysOpen = false,
  }: { readonly writes: boolean; readonly waits?: boolean; readonly staysOpen?: boolean },
  work: (work: Work) => Promise<WorkResult>,
): Promise<number> {
  const mode: OpenMode = { writes, staysOpen, onWait: waits ? waitingOn(terminal) : undefined, tenant: options.tenant }
  const open = () => openGraph(terminal.env, options.url ?? null, mode)
  return withOpenGraph(terminal, options, open, (graph, talk) => work({ graph, ...talk }))
}

/** Runs a command on what it opens, and closes that; answers the exit status. */
export async function withOpenGraph<T extends Opened>(
  terminal: Terminal,
  options: CommonOptions,
  open: () => Promise<T>,
  work: (opened: T, talk: CommandOutput) => Promise<WorkResult>,
): Promise<number> {
  const json = options.json === true
  const [stdout, stderr] = [outputTo(terminal.stdout, hasColours(terminal, options.color)), outputTo(terminal.stderr)]
  try {
    const opened = await open()
    const talk: CommandOutput = {
      terminal,
      json,
      say: (text) => (json ? Promise.resolve(true) : stdout.write(typeof text === 'string' ? [text] : text)),
      put: (bytes) => stdout.write(bytes),
      note: (text) => complain(stderr, { message: text }),
      complain: (failure) => complain(stderr, failure),
    }
    const { document, ok } = await work(opened, talk).finally(() => opened.close())
    if (json && document !== undefined) await stdout.write(`${JSON.stringify(document, null, 2)}\n`)
    return ok ? 0 : 1
  } catch (thrown) {
    const failure = failureOf(thrown)
    await complain(stderr, failure)
    if (json) await stdout.write(`${JSON.stringify({ error: failure }, null, 2)}\n`)
    return 1
  }
}

/** A store that is about to start is waited for by what may safely be done again. */
export function waitingOn(terminal: Terminal): (thrown: unknown) => void {
  const stderr = outputTo(terminal.stderr)
  const minutes = importMaxWaitMs / 60_000
  return (thrown) => {
    const { message } = failureOf(thrown)
    void stderr.write(`turngraph: ${message} It is tried again, for up to ${minutes} minutes; Ctrl-C ends that.\n`)
  }
}

/** What is told is one line, whatever the names in it are. */
function complain(stderr: Output, { message }: Pick<Fault, 'message'>): Promise<boolean> {
  return stderr.write(`turngraph: ${plainWord(message)}\n`)
}
