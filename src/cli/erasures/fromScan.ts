import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { CommandFailed } from '../../client/failures.ts'
import type { Terminal } from '../terminal.ts'

/** Returns the observations in which a scan found secrets, of what `scan --json` has printed; null where no scan is named. */
export async function scannedBy(
  { stdin = process.stdin }: Terminal,
  file: string | undefined,
): Promise<readonly string[] | null> {
  if (file === undefined) return null
  const ids = observationsIn(file === '-' ? await text(stdin) : await readFile(file, 'utf8'))
  if (ids !== null) return ids
  const message = `What "${file}" holds was not printed by "turngraph scan --json".`
  throw new CommandFailed('BAD_INPUT', message, { file })
}

function observationsIn(json: string): string[] | null {
  try {
    const { secrets } = JSON.parse(json) as { readonly secrets?: unknown }
    if (!Array.isArray(secrets)) return null
    const ids = (secrets as readonly unknown[]).map((one) => (one as { observationId?: unknown } | null)?.observationId)
    return ids.every((id) => typeof id === 'string') ? [...new Set(ids)] : null
  } catch {
    return null
  }
}
