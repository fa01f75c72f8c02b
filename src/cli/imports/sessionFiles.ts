import { open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { own } from '../../runtime/own.ts'
import { filesBelow } from '../files/importPaths.ts'
import { CommandFailed, isMissingFile } from '../../client/failures.ts'

/** The most that a hook is handed: a few hundred bytes, as a rule. */
const mostOfHook = 1_048_576
const beginningBytes = 4096

/**
 * Returns the paths of a session of Claude Code: its file, the folder beside it that has the session's name, where its
 * sub-agents are if it holds any transcript, and files of sub-agents that older versions wrote beside it. `-` reads the file's path from what a hook is handed.
 */
export async function sessionFiles(named: string, stdin: Readable): Promise<string[]> {
  const file = named === '-' ? await pathOfHook(stdin) : named
  if ((await statusOf(file))?.isDirectory())
    throw badInput(`"${file}" is a folder; --session takes the session's file.`, { path: file })
  const session = basename(file, '.jsonl')
  const folder = join(dirname(file), session)
  const hasFolder = folder !== file && (await statusOf(folder))?.isDirectory() && (await holdsTranscript(folder))
  return [file, ...(hasFolder ? [folder] : []), ...(await agentsBeside(file, session))]
}

/** Of a session without sub-agents such a folder holds results of tools alone. */
async function holdsTranscript(folder: string): Promise<boolean> {
  const { files } = await filesBelow([folder])
  return !files.every((one) => 'failure' in one && one.failure.code === 'NO_TRANSCRIPT')
}

/** Sub-agents of Claude Code before 2.1 lie beside the session, and name it in each line. What cannot be read is none of them. */
async function agentsBeside(file: string, session: string): Promise<string[]> {
  const names = await readdir(dirname(file)).catch(() => [])
  const agents = names.filter((name) => /^agent-.+\.jsonl$/.test(name) && name !== basename(file)).sort()
  const own: string[] = []
  for (const name of agents) {
    const path = join(dirname(file), name)
    const beginning = await beginningOf(path).catch(() => '')
    if (beginning.includes(`"sessionId":${JSON.stringify(session)}`)) own.push(path)
  }
  return own
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Returns the transcript that Claude Code names to a hook, as `transcript_path` of the JSON on its stdin. */
async function pathOfHook(stdin: Readable): Promise<string> {
  const text = await textOf(stdin)
  const path = memberOf(text, 'transcript_path')
  if (typeof path !== 'string' || path === '')
    throw badInput('With "--session -", stdin must be the JSON of a hook of Claude Code, with "transcript_path".', {
      received: text.slice(0, 200),
    })
  return path
}

async function textOf(stdin: Readable): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stdin) {
    pieces.push(Buffer.from(piece as Buffer))
    bytes += pieces.at(-1)?.length ?? 0
    if (bytes > mostOfHook) throw badInput('What a hook is handed has at most 1 MiB.', { limit: mostOfHook })
  }
  return Buffer.concat(pieces).toString('utf8')
}

function memberOf(text: string, name: string): unknown {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? own(value as Record<string, unknown>, name) : undefined
  } catch {
    return undefined
  }
}

async function statusOf(path: string) {
  return stat(path).catch((thrown: unknown) => {
    if (isMissingFile(thrown)) return null
    throw thrown
  })
}

const badInput = (message: string, details: Readonly<Record<string, unknown>>) =>
  new CommandFailed('BAD_INPUT', message, details)
