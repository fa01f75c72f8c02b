import { badInput } from '../../../domain/refusals.ts'
import { baseName, jsonOf, type Archive, type Member } from '../../../formats/archive.ts'
import type { Format } from '../../../formats/format.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { formats } from '../../../formats/index.ts'
import { openCode } from '../../../formats/openCode/format.ts'
import { isPieceName, StoredSessions } from '../../../formats/openCode/storage.ts'
import { asList, asObject, asText } from '../../../formats/reading/values.ts'
import { inOrder, recognisedIn, type Recognised } from './inOrder.ts'

/** A transcript in an archive. */
export interface Transcript {
  readonly member: Member
  /** What its marks say; null where its name alone says that it is one. */
  readonly format: Format | null
}

/** The transcripts of an archive, and how many of its other files were not opened to see whether they are some. */
export interface Transcripts {
  readonly transcripts: readonly Transcript[]
  readonly unopened: number
}

/** Members that are opened and are neither transcripts nor pieces of one: an archive of many small files takes milliseconds for each. */
export const mostWithout = 1000
/** Once so much of them was read, the beginnings of the others are looked at, and no more of them. */
const mostLooked = 256 * 1024 * 1024
/** What files of transcripts end with, the likeliest first. */
const endings = [/\.(jsonl|ndjson)(\.(gz|zstd?))?$/i, /\.json(\.(gz|zstd?))?$/i]

/** What is known of a person, with their address and telephone number: it is not even looked at. */
const ofPersons = /^users?\.json$/i
/** What services call the conversations of an export: in one file, or in shards. */
const ofConversations = /^conversations(-\d+)?\.json$/i

/**
 * Returns the transcripts of an archive: all files that show marks of a format, whatever they are called, sessions of
 * which files are pieces, and those which are called as the conversations of an export are, or are named so by its
 * manifest, in the manifest's order, then by their names, those of one conversation as they are to be read.
 */
export async function transcriptsIn(archive: Archive): Promise<Transcripts> {
  const listed = await listedIn(archive)
  const isNamed = (member: Member) => ofConversations.test(baseName(member)) || listed.includes(member.name)
  let [without, looked, unopened] = [0, 0, 0]
  const sessions = new StoredSessions()
  const results: (Recognised & { readonly name: string; readonly member: Member })[] = []
  for (const member of byName(archive.members, isNamed)) {
    if (ofPersons.test(baseName(member))) continue
    if (without >= mostWithout && !isNamed(member)) {
      unopened++
      continue
    }
    if (isPieceName(member.name) && (await sessions.take(member))) continue
    const { marks, bytes } = await lookedAt(member, looked >= mostLooked)
    if (marks !== null || (isNamed(member) && member.byteSize > emptyArray))
      results.push({ name: member.name, format: null, copiedAt: null, ...marks, member })
    else {
      without++
      looked += bytes
    }
  }
  const rank = ({ name }: Transcript['member']) => (listed.includes(name) ? listed.indexOf(name) : listed.length)
  const place = new Map(archive.members.map((member, at) => [member, at]))
  results.sort((a, b) => (place.get(a.member) ?? 0) - (place.get(b.member) ?? 0))
  for (const member of sessions.all()) results.push({ name: member.name, format: openCode, copiedAt: null, member })
  const transcripts = inOrder(results).sort((a, b) => rank(a.member) - rank(b.member))
  return { transcripts, unopened }
}

/** Members that are named as transcripts are, then those that are called as pieces of sessions, then as such files, then all others. */
function byName(members: readonly Member[], isNamed: (member: Member) => boolean): Member[] {
  const rank = (member: Member) => {
    if (isNamed(member)) return 0
    if (isPieceName(member.name)) return 1
    const at = endings.findIndex((ending) => ending.test(member.name))
    return at === -1 ? endings.length + 2 : at + 2
  }
  return members
    .map((member) => ({ member, at: rank(member) }))
    .sort((a, b) => a.at - b.at)
    .map(({ member }) => member)
}

/** A shard of no conversations says nothing. */
const emptyArray = '[]\n'.length

/** Returns the shards that an export's manifest names and the archive lacks. */
export async function missingShards(archive: Archive): Promise<string[]> {
  const names = new Set(archive.members.map(({ name }) => name))
  return (await listedIn(archive)).filter((name) => !names.has(name))
}

/** The files that a manifest names in place of conversations.json: by name, or in objects that have a path. */
async function listedIn({ members }: Archive): Promise<string[]> {
  const manifest = members.find((member) => baseName(member) === 'export_manifest.json')
  if (!manifest) return []
  const files = asObject(asObject(await jsonOf(manifest))?.['logical_files'])?.['conversations.json']
  const folder = manifest.name.slice(0, manifest.name.length - baseName(manifest).length)
  const list = Array.isArray(files) ? asList(files) : asList(asObject(files)?.['files'] ?? asObject(files)?.['parts'])
  const names = (list.length > 0 ? list : [files]).flatMap(
    (one) => asText(one) ?? asText(asObject(one)?.['path']) ?? [],
  )
  return names.filter((name) => name !== 'conversations.json').map((name) => folder + name)
}

/** What the marks of a member tell, null where it shows none, and how many bytes of it were read for that. */
async function lookedAt(member: Member, atBeginning: boolean) {
  let bytes = 0
  const counted = {
    ...member,
    async *open() {
      for await (const piece of member.open()) {
        bytes += piece.length
        yield piece
      }
    },
  }
  const isJson = await mayBeJson(counted)
  const marks = isJson ? await recognisedIn(memberSource(counted), formats, { atBeginning }) : null
  return { marks, bytes }
}

async function mayBeJson(member: Member): Promise<boolean> {
  for await (const piece of member.open()) {
    const text = Buffer.from(piece.subarray(0, 4096)).toString('utf8')
    if (/^\uFEFF?\s*$/.test(text)) continue
    return /^\uFEFF?\s*[[{]/.test(text)
  }
  return false
}

/** A member as it is looked at: from its beginning on. */
function memberSource(member: Member): ImportSource {
  return {
    name: member.name,
    open: () => member.open(),
    slice: () => Promise.reject(badInput(`"${member.name}" is read from its beginning on.`, {})),
  }
}
