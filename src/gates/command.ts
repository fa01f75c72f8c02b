import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Gate, JudgedBytes, ListedBytes } from '../app/merges/gate.ts'
import type { Judgement } from '../domain/records/merge.ts'
import { plainText } from '../domain/messages/plainText.ts'

/** A command that an operator configured to judge artifacts. */
export interface GateCommand {
  /** The program, by its whole path, and its arguments. No shell reads them. */
  readonly command: readonly [string, ...string[]]
  readonly timeoutMs: number
  /** Bytes that it may write to its standard output and error together. */
  readonly outputBytes: number
  /** Its whole environment: nothing of ours is inherited. */
  readonly env: Readonly<Record<string, string>>
}

/** What the artifact is called in the directory that the command runs in, and the folder of those that are judged together. */
export const artifactName = 'artifact'
export const listName = 'artifacts'

/**
 * Returns a gate that runs a command on each artifact, in a directory of its own that is gone afterwards: the artifact is
 * the file `artifact` there and the command's standard input. Exit status 0 lets it pass.
 */
export function commandGate(command: GateCommand): Gate {
  return {
    judge: (bytes, signal) => inFolder((folder) => judgeIn(folder, command, bytes, signal)),
    judgeList: (list, signal) =>
      inFolder(async (folder) => judgeIn(folder, command, await listed(folder, list), signal)),
    close: () => Promise.resolve(),
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'turngraph-gate-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Puts artifacts into a folder beside the list that names them, as JSON. */
async function listed(folder: string, list: readonly ListedBytes[]): Promise<JudgedBytes> {
  await mkdir(join(folder, listName))
  const named = list.map(({ artifact }, i) => ({ file: `${listName}/${i}`, ...artifact }))
  for (const [i, { open }] of list.entries())
    await pipeline(await open(), createWriteStream(join(folder, listName, String(i))))
  const text = Buffer.from(`${JSON.stringify(named)}\n`)
  return { byteSize: text.length, open: () => Promise.resolve(Readable.from([text])) }
}

async function judgeIn(
  folder: string,
  command: GateCommand,
  bytes: JudgedBytes,
  signal: AbortSignal | undefined,
): Promise<Judgement> {
  const file = join(folder, artifactName)
  await pipeline(await bytes.open(), createWriteStream(file))
  const input = await open(file)
  try {
    const ended = await run(folder, command, input.fd, signal)
    signal?.throwIfAborted()
    return { survives: ended.reason === null, reason: ended.reason }
  } finally {
    await input.close()
  }
}

/** Runs the command to its end, or to that of its time or output; whatever it started ends with it. */
function run(
  folder: string,
  { command: [program, ...args], timeoutMs, outputBytes, env }: GateCommand,
  input: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly reason: string | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env: { ...env }, stdio: [input, 'pipe', 'pipe'], detached: true })
    let cut: string | null = null
    const stop = (why: string) => {
      cut ??= why
      endGroup(child)
    }
    const timer = setTimeout(() => stop(`It took more than ${timeoutMs} ms.`), timeoutMs)
    const onAbort = () => stop('The merge was cancelled.')
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort)
    const output = collected(child, outputBytes, () => stop(`It wrote more than ${outputBytes} bytes.`))
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    child.once('error', (error) => {
      settle()
      reject(new Error(`The gate's command could not be started: ${error.message}`, { cause: error }))
    })
    // What it left running would hold its output open forever.
    child.once('exit', () => endGroup(child))
    child.once('close', (code, by) => {
      settle()
      resolve({ reason: cut ?? (code === 0 ? null : failure(code, by, output())) })
    })
  })
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended already.
  }
}

function collected({ stdout, stderr }: ChildProcess, most: number, onMore: () => void): () => string {
  const pieces: Buffer[] = []
  let length = 0
  for (const stream of [stdout, stderr])
    stream?.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > most) onMore()
      else pieces.push(piece)
    })
  return () => Buffer.concat(pieces).toString('utf8')
}

const longest = 500

function failure(code: number | null, by: string | null, output: string): string {
  const how = code === null ? `The command was ended by ${by}.` : `The command ended with status ${code}.`
  const text = plainText(output).trim().slice(-longest)
  return text === '' ? how : `${how} ${text}`
}
