import { turnIdOf } from '../../../domain/ids.ts'
import type { TreeNode } from '../../../domain/model.ts'
import { contentParts, type ContentPart } from '../../../domain/secrets/contentParts.ts'
import type { Findings } from '../../../formats/findings.ts'
import { searchSecrets } from '../../secrets/secretScanner.ts'

/** Looks for secrets in what an import has stored, beside the import. */
export interface ImportedSecrets {
  add(node: TreeNode, line: number | null): void
  /** Resolves once what was queued to be scanned was: no more than some batches are waiting. */
  caughtUp(): Promise<void>
  /** Resolves once all of it was scanned. */
  done(): Promise<void>
}

interface ImportedPart extends ContentPart {
  readonly line: number | null
  readonly turn: string
}

/** So many characters are scanned at once. */
const atOnce = 256 * 1024

/** Returns a search that names each secret as a finding: its line, its turn and its kind, and nothing of it. */
export function importedSecrets(findings: Findings): ImportedSecrets {
  let waiting: ImportedPart[] = []
  let length = 0
  let last: Promise<void> = Promise.resolve()
  const search = (parts: readonly ImportedPart[]) => {
    last = last.then(async () => {
      for (const { line, turn, kind, place } of await searchSecrets(parts))
        findings.add(
          line,
          'SECRET',
          `Turn "${turn}" holds what looks like a secret: ${kind}, in its ${placeNames[place]}.`,
        )
    })
    // The final await throws it.
    last.catch(() => undefined)
    ;[waiting, length] = [[], 0]
  }
  return {
    add(node, line) {
      const turn = turnIdOf(node.messageId) ?? node.externalId ?? node.id
      for (const part of contentParts(node)) {
        waiting.push({ ...part, line, turn })
        length += part.text.length
      }
      if (length >= atOnce) search(waiting)
    },
    caughtUp: () => last,
    async done() {
      if (waiting.length > 0) search(waiting)
      await last
    },
  }
}

const placeNames: Readonly<Record<ContentPart['place'], string>> = {
  TEXT: 'text',
  THINKING: 'thoughts',
  TOOL_INPUT: 'call of a tool',
  TOOL_RESULT: 'result of a tool',
  FILE_NAME: 'name of a file',
  OTHER: 'content',
  SUMMARY: 'summary',
  FIELDS: 'other fields',
  METADATA: 'metadata',
}
