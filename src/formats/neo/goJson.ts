import type { Json } from '../../domain/model.ts'
import { own } from '../../runtime/own.ts'

const escaped: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Returns a value as Go's encoder writes it: compact, and with what HTML and JavaScript read escaped. */
export function goJson(value: Json): string {
  return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (sign) => own(escaped, sign) ?? sign)
}
