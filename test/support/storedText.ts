import type { Scope } from '../../src/app/scope.ts'
import { unpacked } from '../../src/formats/compressedLines.ts'
import { backedUp } from './backups.ts'

/** Returns everything that is stored, raw lines and attachments unpacked, as one text. */
export async function storedText(scope: Scope): Promise<string> {
  const lines = (await backedUp(scope)).toString().trim().split('\n')
  const texts = lines.map(async (line) => {
    const { line: kind, value } = JSON.parse(line) as { line: string; value: { bytes?: string; base64?: string } }
    const bytes = kind === 'rawChunk' ? await unpacked(Buffer.from(value.bytes ?? '', 'base64')) : null
    return line + (bytes?.toString() ?? '') + Buffer.from(value.base64 ?? '', 'base64').toString()
  })
  return (await Promise.all(texts)).join('\n')
}
