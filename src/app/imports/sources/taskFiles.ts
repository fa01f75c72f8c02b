import { lstat, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { openAny, type OpenFile } from '../../fileSource.ts'
import { bytesSource, type ImportSource } from '../../../formats/importSource.ts'
import { storedZip } from './storedZip.ts'

const messages = 'api_conversation_history.json'
/** What programs of Cline's family keep beside a task's messages. */
const beside = ['ui_messages.json', 'history_item.json']

/** The messages of a task with what lies beside them. */
export interface TaskFiles {
  readonly paths: readonly string[]
  readonly bytes: number
  /** Returns all of them as one import. */
  readonly read: () => Promise<ImportSource>
}

/** Returns the files of the task whose messages a path names; null where it names others, or nothing lies beside them. */
export async function taskFiles(path: string, openFile: OpenFile = openAny): Promise<TaskFiles | null> {
  if (basename(path) !== messages) return null
  const sizes = new Map<string, number>()
  for (const name of [messages, ...beside]) {
    const other = join(dirname(path), name)
    // Who named the messages did not name what a link beside them leads to.
    const status = await (name === messages ? stat(other) : lstat(other)).catch(() => null)
    if (status?.isFile()) sizes.set(other, status.size)
  }
  if (sizes.size < 2) return null
  const folder = basename(dirname(resolve(path)))
  return {
    paths: [...sizes.keys()],
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    async read() {
      const files = [...sizes.keys()].map(async (one) => ({
        name: `${folder}/${basename(one)}`,
        bytes: await bytesAt(one, openFile),
      }))
      return bytesSource(`${folder}.zip`, storedZip(await Promise.all(files)))
    },
  }
}

async function bytesAt(path: string, openFile: OpenFile): Promise<Uint8Array> {
  const file = await openFile(path)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}
