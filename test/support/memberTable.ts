import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/root.ts'

export type Stated = 'computed' | 'named' | 'free'

const page = readFileSync(join(root, 'docs/design/hashes-and-verification.md'), 'utf8')
const rows = [...page.matchAll(/^\| (\w+) \| (.*) \|$/gm)].filter(([, line]) => line !== 'line')
const stated = new Map<string, Stated | undefined>(
  rows.flatMap(([, line = '', cells = '']) =>
    cells.split('|').flatMap((cell, i) =>
      cell
        .trim()
        .split(' ')
        .map((member) => [`${line}.${member}`, (['computed', 'named', 'free'] as const)[i]] as const),
    ),
  ),
)

/** Returns what the page says of a member, like `conversation.shape.nodes`, or of what it is in; null where nothing. */
export function statedOf(member: string): Stated | null {
  const path = member
    .replaceAll('[]', '')
    .split('.')
    .filter((name) => name !== '')
  for (let length = path.length; length > 1; length--) {
    const found = stated.get(path.slice(0, length).join('.'))
    if (found) return found
  }
  return null
}
