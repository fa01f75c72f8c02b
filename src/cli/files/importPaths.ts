import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailed, failureOf } from '../../client/failures.ts'

/** A file to import, or a path at which there is none. */
export type FileFound =
  { readonly path: string; readonly bytes: number } | { readonly path: string; readonly failure: CommandFailed }

/** Names of the files that are taken from a folder. A file that is named itself may be called anything. */
const isTranscript = /\.jsonl$/i

/** Returns the files that paths name: themselves, or those in a folder and below, its own files first. */
export async function filesBelow(paths: readonly string[]): Promise<FileFound[]> {
  const found: FileFound[] = []
  for (const path of paths) found.push(...(await filesAt(path)))
  return found
}

async function filesAt(path: string): Promise<FileFound[]> {
  try {
    const status = await stat(path)
    if (!status.isDirectory()) return [{ path, bytes: status.size }]
    const found = await filesIn(path)
    return found.length > 0 ? found : [refused(path, 'NO_FILE', `"${path}" holds no .jsonl file.`)]
  } catch (thrown) {
    const { code, message } = failureOf(thrown)
    return [refused(path, code, message)]
  }
}

async function filesIn(folder: string): Promise<FileFound[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = (kind: 'isFile' | 'isDirectory') =>
    entries.flatMap((entry) => (entry[kind]() ? [entry.name] : [])).sort()
  const found: FileFound[] = []
  for (const name of names('isFile').filter((each) => isTranscript.test(each)))
    found.push({ path: join(folder, name), bytes: (await stat(join(folder, name))).size })
  for (const name of names('isDirectory')) found.push(...(await filesIn(join(folder, name))))
  return found
}

function refused(path: string, code: string, message: string): FileFound {
  return { path, failure: new CommandFailed(code, message, { path }) }
}
