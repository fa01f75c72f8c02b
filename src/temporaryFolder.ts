import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ConfigRefused } from './config/config.ts'
import { makeFolder } from './makeFolder.ts'

/** Sees to it that files can lie somewhere for a while: where the system's folder is missing or read-only, in one of DATA; refuses where that cannot be. */
export function ensureTemporaryFolder(data: string): void {
  try {
    accessSync(tmpdir(), constants.W_OK)
  } catch {
    const folder = join(resolve(data), 'tmp')
    make(folder)
    process.env['TMPDIR'] = folder
  }
}

function make(folder: string): void {
  try {
    makeFolder(folder, 0o700)
  } catch {
    const why = `neither "${tmpdir()}" (TMPDIR) can be written nor "${folder}" (in DATA) be made`
    throw new ConfigRefused(`There is no place for temporary files: ${why}.`)
  }
}
