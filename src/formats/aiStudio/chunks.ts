import type { Block, JsonObject } from '../../domain/model.ts'
import type { DraftFile } from '../plan.ts'
import { attachedName, inUrn } from '../reading/attached/attached.ts'
import { readParts } from '../reading/attached/googleParts.ts'
import { asObject, asText, objectsIn } from '../reading/values.ts'
import { own } from '../../runtime/own.ts'

/** What a chunk says, the files in it, and its other members. */
export interface ChunkRead {
  readonly blocks: readonly Block[]
  readonly files: readonly DraftFile[]
  readonly fields: JsonObject
}

/** Members that name a file in the person's drive, and the kinds of bytes that they are. */
const drives = {
  driveDocument: null,
  driveImage: 'image/*',
  driveVideo: 'video/*',
  driveAudio: 'audio/*',
  driveFile: null,
} as const

/** Returns a chunk as blocks: its text, or what its parts say; calls without an id get one of the chunk's place. */
export function chunkBlocks(chunk: JsonObject, at: number, mostBytes: number): ChunkRead {
  const {
    role: _role,
    text,
    isThought,
    parts,
    createTime: _time,
    inlineData,
    functionCall,
    functionResponse,
    ...rest
  } = chunk
  const inline = [
    ...(inlineData === undefined ? [] : [{ inlineData }]),
    ...(functionCall === undefined ? [] : [{ functionCall: named(asObject(functionCall), at) }]),
    ...(functionResponse === undefined ? [] : [{ functionResponse: named(asObject(functionResponse), at - 1) }]),
  ]
  const pieces =
    asText(text) === null ? objectsIn(parts) : [{ text: text as string, ...(isThought === true && { thought: true }) }]
  const read = readParts([...pieces, ...inline], mostBytes)
  const files = Object.keys(drives).flatMap((name) => driven(name, asObject(own(rest, name))))
  const code = ['executableCode', 'codeExecutionResult'].flatMap((name): Block[] =>
    rest[name] == null ? [] : [{ type: 'other', value: { [name]: rest[name] } }],
  )
  return {
    blocks: [...files.map(({ block }) => block), ...read.blocks, ...code],
    files: [...read.files, ...files.map(({ file }) => file)],
    fields: Object.fromEntries(Object.entries(rest).filter(([name]) => !Object.hasOwn(drives, name))),
  }
}

/** A call without an id is known by its place, and the chunk behind it answers it. */
function named(fields: JsonObject | null, at: number): JsonObject {
  return asText(fields?.['id']) === null ? { ...fields, id: `call-${at}` } : (fields as JsonObject)
}

function driven(name: string, file: JsonObject | null) {
  const id = asText(file?.['id'])
  return id === null
    ? []
    : [
        attachedName(`urn:google-drive:${inUrn(id)}`, {
          name: asText(file?.['name']),
          mediaType: typeOf(name),
        }),
      ]
}

const typeOf = (name: string) => own(drives, name) ?? null
