import type { Json, JsonObject } from '../../domain/model.ts'
import { attachedBase64, attachedName, inUrn, type AttachedFile } from '../reading/attached/attached.ts'
import { asList, asObject, asText } from '../reading/values.ts'

/** Members of `extra` that name one file, and those that name several. */
const single = ['image', 'video', 'audio', 'file'] as const
const several = ['files', 'media'] as const

/** Returns the files of a message, which lie in SillyTavern's own folders, or in the address itself. */
export function filesOf(extra: JsonObject, most: number): AttachedFile[] {
  const named = [...single.map((name) => extra[name]), ...several.flatMap((name) => asList(extra[name]))]
  return named.flatMap((value) => fileOf(value, most) ?? [])
}

/** Returns `extra` without the members of its files, its thinking and its model. */
export function withoutKnown(extra: JsonObject): JsonObject {
  const names: ReadonlySet<string> = new Set([...single, ...several, 'reasoning', 'model'])
  return Object.fromEntries(Object.entries(extra).filter(([name]) => !names.has(name)))
}

function fileOf(value: Json | undefined, most: number): AttachedFile | null {
  const object = asObject(value)
  const address = asText(value) ?? asText(object?.['url']) ?? asText(object?.['path'])
  if (address === null) return null
  const [, type, base64] = /^data:([^;,]*);base64,(.*)$/s.exec(address) ?? []
  const name = asText(object?.['name']) ?? asText(object?.['title'])
  if (base64 !== undefined) return attachedBase64(base64, { name, mediaType: type ?? null }, most)
  return attachedName(`urn:sillytavern:${inUrn(address)}`, {
    name: name ?? address,
  })
}
