/** Returns what judges evidence, as it was written: a JSON Schema, or the name of a configured command; null where it is neither. */
export function gateOf(written: string): { readonly jsonSchema: unknown } | { readonly command: string } | null {
  const text = written.trim()
  if (!text.startsWith('{')) return text === '' ? null : { command: text }
  try {
    return { jsonSchema: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}
