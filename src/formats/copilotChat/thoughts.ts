import type { Block, Json } from '../../domain/model.ts'
import { asList, asObject, asText } from '../reading/values.ts'

/** What was thought: a text, or its pieces. */
export function thoughtIn(value: Json | undefined): Block[] {
  const input = asObject(value)
  const text = input?.['text'] ?? input?.['value'] ?? value
  const thought = Array.isArray(text)
    ? asList(text)
        .flatMap((one) => asText(one) ?? [])
        .join('')
    : asText(text)
  return thought === null || thought === '' ? [] : [{ type: 'thinking', thinking: thought }]
}
