import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { asObject, extraOf, objectsIn } from '../reading/values.ts'

type Result = Extract<Block, { readonly type: 'toolResult' }>

/** Returns a result with what the tool gave: it stands in Google's form inside of Anthropic's. */
export function gaveOf(result: Result, isFailed: boolean): Block {
  const { callId: _call, responseParts, ...extra } = asObject(result.content) ?? {}
  const parts = Array.isArray(responseParts) ? objectsIn(responseParts) : [asObject(responseParts) ?? {}]
  const [response, ...others] = parts.map(responseIn).filter((one) => one !== null)
  const isError = isFailed || result.isError || response?.['error'] !== undefined
  if (response === undefined || others.length > 0) return { ...result, isError }
  const content: Json = response['error'] ?? response['output'] ?? response
  return { ...result, content, isError, ...extraOf({ ...result.extra, ...extra }) }
}

const responseIn = (part: JsonObject): JsonObject | null => asObject(asObject(part['functionResponse'])?.['response'])
