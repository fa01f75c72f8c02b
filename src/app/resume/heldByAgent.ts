import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { agentNamed, type Machine } from '../../formats/knownFolders.ts'
import type { HeldBeginning } from '../exports/referencedPast.ts'

/** Says whether each of the files that a session goes on from lies in the agent's folder, with that beginning. */
export async function heldByAgent(machine: Machine, agent: string, files: readonly HeldBeginning[]): Promise<boolean> {
  // Of several folders the first one is where the agent looks for what it resumes.
  const [folder] = agentNamed(agent)?.folders(machine) ?? []
  if (folder === undefined) return false
  const paths = await readdir(folder, { recursive: true }).catch(() => [])
  for (const file of files) {
    const named = paths.filter((path) => path.endsWith(`-${file.threadId}.jsonl`))
    const [path] = named
    if (path === undefined || named.length > 1 || !(await begins(join(folder, path), file))) return false
  }
  return true
}

async function begins(path: string, { bytes, sha256 }: HeldBeginning): Promise<boolean> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const piece of createReadStream(path, { end: bytes - 1 }) as AsyncIterable<Buffer>) {
      hash.update(piece)
      read += piece.length
    }
  } catch {
    return false
  }
  return read === bytes && hash.digest('hex') === sha256
}
