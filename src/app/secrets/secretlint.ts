import { lintSource } from '@secretlint/core'
import { secretLintProfiler } from '@secretlint/profiler'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type { FoundSecret } from './foundSecret.ts'

// It would remember a mark of each rule and text for as long as the process lives.
secretLintProfiler.mark = () => undefined

const prefix = '@secretlint/secretlint-rule-'

/** A comment in what is scanned must not hide what it holds. */
const isScanner = (id: string) => id !== `${prefix}filter-comments`
const config = {
  rules: rules.filter(({ meta }) => isScanner(meta.id)).map((rule) => ({ id: rule.meta.id, rule, options: {} })),
}

/** So much of a text is scanned before others are served. */
const step = 64 * 1024
/** More than the longest secret that a rule knows: a private key has at most 10,000 characters. */
const overlap = 12 * 1024
/** What rules look at in front of a secret. */
const before = 64

/** Returns the secrets in a text by the recommended rules of secretlint, in the order in which they stand. */
export async function secretsIn(text: string): Promise<FoundSecret[]> {
  const secrets: FoundSecret[] = []
  for (let from = 0; from < text.length; from += step) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve))
    const begin = Math.max(0, from - before)
    const some = await secretsOf(text.slice(begin, from + step + overlap))
    secrets.push(
      ...some
        .map((one) => ({ ...one, offset: one.offset + begin }))
        .filter(({ offset }) => offset >= from && offset < from + step),
    )
  }
  return secrets
}

async function secretsOf(content: string): Promise<FoundSecret[]> {
  const source = { filePath: 'text', content, contentType: 'text' as const, ext: '' }
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } })
  return messages
    .map(({ ruleId, messageId, range }) => ({
      rule: ruleId.replace(prefix, ''),
      kind: kindOf(messageId),
      offset: range[0],
    }))
    .sort((a, b) => a.offset - b.offset)
}

/** Some rules spell a kind as `PrivateKey`. */
const kindOf = (messageId: string): string =>
  messageId
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toUpperCase()
