import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeFolder } from './makeFolder.ts'

/** Sees to it that files can lie somewhere for a while: where the system's folder is missing or read-only, in one of DATA. Returns null, or a sentence that says why that cannot be. */
export function ensureTemporaryFolder(data: string): string | null {
  try {
    accessSync(tmpdir(), constants.W_OK)
    return null
  } catch {
    return useFolder(join(resolve(data), 'tmp'))
  }
}

function useFolder(folder: string): string | null {
  try {
    makeFolder(folder, 0o700)
  } catch {
    const why = `neither "${tmpdir()}" (TMPDIR) can be written nor "${folder}" (in DATA) be made`
    return `There is no place for temporary files: ${why}.`
  }
  process.env['TMPDIR'] = folder
  return null
}
