import type { Block, Json, JsonObject } from '../model.ts'
import { shortened } from '../messages/blocks.ts'
import { titleOfTool, titleSearch } from './title.ts'

/**
 * Returns what a sub-agent is called by the call that started it: its description, else its name; null where it says
 * neither, or where several calls of one answer may be meant. `derivedTitle` is what the sub-agent's prompt calls it.
 */
export function callTitle(blocks: readonly Block[], derivedTitle: string): string | null {
  const inputs = blocks.flatMap(inputOf)
  const named = inputs.filter((input) => nameIn(input) !== null)
  const [one, ...others] = named.length > 1 ? named.filter((input) => promptTitle(input) === derivedTitle) : named
  const name = one && others.length === 0 ? nameIn(one) : null
  return name === null ? null : shortened(name)
}

function nameIn({ description, name }: JsonObject): string | null {
  const input = [description, name].find((one) => typeof one === 'string' && one.trim() !== '')
  return typeof input === 'string' ? titleOfTool(input) : null
}

function promptTitle({ prompt }: JsonObject): string | null {
  return typeof prompt === 'string' ? titleSearch().take(prompt) : null
}

function inputOf(block: Block): JsonObject[] {
  const input: Json = block.type === 'toolCall' ? block.input : null
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? [input as JsonObject] : []
}
