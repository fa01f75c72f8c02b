import type { FoundSecret } from './foundSecret.ts'

/** Looks for secrets in a text. */
export type SecretScanner = (text: string) => Promise<readonly FoundSecret[]>

let loading: Promise<SecretScanner> | undefined

/** Returns the scanner; its rules are loaded by the first who asks, for most commands and a server's start do without. */
export function secretScanner(): Promise<SecretScanner> {
  return (loading ??= import('./secretlint.ts').then(({ secretsIn }) => secretsIn))
}

/** Texts that are scanned together, in characters: a call of the rules costs as much as some thousands of them. */
const atOnce = 64 * 1024
/** Ends what a pattern may match: no text of a secret has it. */
const border = '\n\0\n'

/** Returns what is found in each of some texts, with whatever else came with the text. */
export async function searchSecrets<T extends { readonly text: string }>(
  parts: Iterable<T>,
): Promise<(Omit<T, 'text'> & FoundSecret)[]> {
  const scanner = await secretScanner()
  const secrets: (Omit<T, 'text'> & FoundSecret)[] = []
  for (const group of groupsOf(parts)) {
    // Others are served between two groups.
    await new Promise((resolve) => setImmediate(resolve))
    for (const { text, ...of } of await suspects(scanner, group))
      for (const secret of await scanner(text)) secrets.push({ ...of, ...secret })
  }
  return secrets
}

/** Returns those of some texts in which something begins, and the next ones: a pattern may have run on over a border. */
async function suspects<T extends { readonly text: string }>(
  scanner: SecretScanner,
  group: readonly T[],
): Promise<T[]> {
  if (group.length === 1) return [...group]
  const secrets = await scanner(group.map(({ text }) => text).join(border))
  let end = 0
  let next = 0
  let isNext = false
  return group.filter(({ text }) => {
    end += text.length + border.length
    const wasNext = isNext
    isNext = false
    for (; next < secrets.length && (secrets[next]?.offset ?? 0) < end; next++) isNext = true
    return isNext || wasNext
  })
}

function* groupsOf<T extends { readonly text: string }>(parts: Iterable<T>): Generator<T[]> {
  let group: T[] = []
  let length = 0
  for (const part of parts) {
    group.push(part)
    length += part.text.length + border.length
    if (length < atOnce) continue
    yield group
    group = []
    length = 0
  }
  if (group.length > 0) yield group
}
