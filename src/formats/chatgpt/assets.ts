import { createHash } from 'node:crypto'
import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { baseName, jsonOf, type Archive, type Member } from '../archive.ts'
import type { DraftFile } from '../plan.ts'
import { attachedBytes, attachedName, type AttachedFile } from '../reading/attached/attached.ts'
import { typeByBytes, typeByName } from '../reading/attached/mediaTypes.ts'
import { asObject, asText, objectsIn } from '../reading/values.ts'

/** The files of an export, as messages name them. */
export interface Assets {
  /** By the id that a message names. */
  readonly byId: ReadonlyMap<string, AttachedFile>
  /** The ids of those that a message made, by that message's id. */
  readonly byMessage: ReadonlyMap<string, readonly string[]>
}

/** Those of a file that came alone. */
export const noAssets: Assets = { byId: new Map(), byMessage: new Map() }
/** An archive has several shards, and its files are read once for all. */
const known = new WeakMap<Archive, Promise<Assets>>()

/** Returns the files beside the conversations of an export. Those of more than `most` bytes are not read. */
export function assetsOf(archive: Archive | null, most: number): Promise<Assets> {
  if (archive === null) return Promise.resolve(noAssets)
  const assets = known.get(archive) ?? readAssets(archive, most)
  known.set(archive, assets)
  return assets
}

async function readAssets({ members }: Archive, most: number): Promise<Assets> {
  const names = new Map(Object.entries(asObject(await named(members, 'conversation_asset_file_names.json')) ?? {}))
  const listed = objectsIn(await named(members, 'library_files.json'))
  const types = new Map(listed.map((file) => [asText(file['file_id']) ?? '', asText(file['mime'])]))
  const byId = new Map<string, AttachedFile>()
  for (const member of members) {
    const id = idIn(baseName(member))
    if (id === null || byId.has(id) || member.byteSize > most) continue
    const name = asText(names.get(baseName(member))) ?? asText(names.get(member.name)) ?? asText(names.get(id))
    byId.set(id, await readAsset(member, name, typeByName(name) ?? types.get(id) ?? null, most))
  }
  const byMessage = new Map<string, string[]>()
  for (const file of listed) {
    const [message, id] = [asText(file['origination_message_id']), asText(file['file_id'])]
    if (message !== null && id !== null) byMessage.set(message, [...(byMessage.get(message) ?? []), id])
  }
  return { byId, byMessage }
}

async function named(members: readonly Member[], name: string): Promise<Json | undefined> {
  const member = members.find((one) => baseName(one) === name)
  return member && (await jsonOf(member))
}

async function readAsset(
  member: Member,
  name: string | null,
  type: string | null,
  most: number,
): Promise<AttachedFile> {
  const hash = createHash('sha256')
  let first = Buffer.alloc(0)
  let length = 0
  for await (const piece of member.raw?.() ?? member.open()) {
    if (first.length < sniffed) first = Buffer.concat([first, piece.subarray(0, sniffed - first.length)])
    hash.update(piece)
    length += piece.length
  }
  const fields = { name: name ?? baseName(member), mediaType: type ?? typeByBytes(first) }
  return attachedBytes(hash.digest('hex'), length, { member: member.name }, fields, most)
}

const sniffed = 4096

/** The id that begins a member's name, or that a pointer to it holds. */
function idIn(text: string): string | null {
  return /^file[-_][A-Za-z0-9]+/.exec(text)?.[0] ?? null
}

/** What a message says, with the files that it shows. */
export interface WithFiles {
  readonly blocks: readonly Block[]
  readonly files: readonly DraftFile[]
  /** What the message says of those that stood among its blocks. */
  readonly pointers: readonly Json[]
}

/**
 * Returns a message's blocks with its files as attachments: those that its parts point at where they stand, then what was
 * attached to it, then what it made and links to. A file that is not in the archive is attached by its name.
 */
export function withFiles(blocks: readonly Block[], message: JsonObject, assets: Assets): WithFiles {
  const attached = objectsIn(asObject(message['metadata'])?.['attachments'])
  const attachedById = new Map(attached.map((one) => [asText(one['id']) ?? '', one]))
  const results = new Map<string, AttachedFile>()
  const pointers: Json[] = []
  const take = (pointer: string): Block => {
    const file = fileAt(pointer, attachedById.get(bare(pointer)), assets)
    results.set(bare(pointer), file)
    return file.block
  }
  const visible = blocks.map((block) => {
    const pointer = block.type === 'other' ? pointerIn(block.value) : null
    if (pointer === null || block.type !== 'other') return block
    pointers.push(block.value)
    return take(pointer)
  })
  const further = [...attachedById.keys(), ...madeBy(blocks, message, assets)].filter(
    (id) => id !== '' && !results.has(id),
  )
  const others = [...new Set(further)].map((id) =>
    take(id.startsWith('file_') ? `sediment://${id}` : `file-service://${id}`),
  )
  return { blocks: [...visible, ...others], files: [...results.values()].map(({ file }) => file), pointers }
}

/** Where a part points at a file: itself, or the sound that it holds. */
function pointerIn(value: Json): string | null {
  const part = asObject(value)
  const pointer = asText(part?.['asset_pointer']) ?? asText(asObject(part?.['audio_asset_pointer'])?.['asset_pointer'])
  return pointer !== null && /^(sediment|file-service):\/\/\S+$/.test(pointer) ? pointer : null
}

const bare = (pointer: string): string => {
  const id = pointer.replace(/^[a-z-]+:\/\//, '')
  return idIn(id) ?? id
}

function fileAt(pointer: string, fields: JsonObject | undefined, { byId }: Assets): AttachedFile {
  const own = byId.get(bare(pointer))
  if (own) return own
  const type = fields?.['mime_type'] ?? fields?.['mimeType']
  return attachedName(pointer, { name: asText(fields?.['name']), mediaType: asText(type) })
}

/** The files that a message made: where it links to one, and the export says that they are of this message. */
function madeBy(blocks: readonly Block[], { id }: JsonObject, { byMessage }: Assets): readonly string[] {
  const links = blocks.some((block) => block.type === 'text' && block.text.includes('sandbox:/mnt/data/'))
  return links ? (byMessage.get(asText(id) ?? '') ?? []) : []
}
