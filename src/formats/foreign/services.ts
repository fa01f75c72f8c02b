import type { Json, JsonObject } from '../../domain/model.ts'
import { asText, asList, asObject, objectsIn } from '../reading/values.ts'
import { anyObject, firstObject, has, type ForeignProgram } from './program.ts'

/** Exports of services and of chat programs. */
export const services: readonly ForeignProgram[] = [
  {
    name: 'an export of Le Chat by Mistral, in which answers name their parents and versions',
    is: anyObject((value) => has(value, 'chatId', 'role', 'content')),
  },
  { name: "Google Takeout's activity", is: firstObject((value) => has(value, 'header', 'titleUrl')) },
  {
    name: 'an export of Chatbot UI',
    is: firstObject(
      (value) => Array.isArray(value['history']) && ('folders' in value || typeof value['version'] === 'number'),
    ),
  },
  {
    name: "a chat of llama.cpp's web page, in which messages name their parents",
    is: anyObject((value) => value['harness'] === 'llama.app' || isLlamaMessage(asObject(value['message']))),
  },
  {
    name: 'messages of a thread of OpenAI, as Jan keeps them',
    is: anyObject(
      (value) => value['object'] === 'thread.message' || (value['object'] === 'thread' && 'assistants' in value),
    ),
  },
  { name: 'an export of Character.AI', is: firstObject((value) => 'histories' in value) },
  {
    name: "a chat of oobabooga's text-generation-webui",
    is: firstObject((value) => has(value, 'internal', 'visible')),
  },
  {
    name: 'a chat of Chub, in which messages have swipes',
    is: firstObject(
      (value) =>
        objectsIn(value['swipes']).some((one) => 'message' in one) ||
        objectsIn(value['messages']).some((one) => 'swipes' in one),
    ),
  },
  {
    name: 'a chat of Agnai',
    is: firstObject((value) => value['kind'] === 'chat' && objectsIn(value['messages']).some((one) => 'msg' in one)),
  },
  {
    name: 'UI messages of the AI SDK',
    is: anyObject((value) => isUiMessage(value) || objectsIn(value['messages']).some(isUiMessage)),
    instead: 'Import what convertToModelMessages makes of them.',
  },
]

function isLlamaMessage(message: JsonObject | null): boolean {
  return message !== null && has(message, 'convId', 'children', 'parent')
}

function isUiMessage({ role, parts, content }: JsonObject): boolean {
  const isTyped = (part: Json) => asText(asObject(part)?.['type']) !== null
  return asText(role) !== null && role !== 'model' && content === undefined && asList(parts).some(isTyped)
}
