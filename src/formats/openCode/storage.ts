import type { JsonObject } from '../../domain/model.ts'
import { jsonOf, type Member } from '../archive.ts'
import { asObject, asText } from '../reading/values.ts'

/** A file of OpenCode's storage before it had a database: one of a session, a message or a part, named by its id. */
const pieceName = /(?:^|[\\/])((ses|msg|prt)_[^\\/]*)\.json$/

/** Says whether a file is called as a piece of a session is. */
export const isPieceName = (name: string): boolean => pieceName.test(name)

interface StoragePiece {
  readonly id: string
  readonly member: Member
}
interface Pieces {
  info: Member | null
  readonly messages: StoragePiece[]
  /** By message. */
  readonly parts: Map<string, StoragePiece[]>
  bytes: number
}

/** Returns the sessions of which some files are pieces. */
export async function sessionsIn(members: readonly Member[]): Promise<Member[]> {
  const sessions = new StoredSessions()
  for (const member of members) if (isPieceName(member.name)) await sessions.take(member)
  return sessions.all()
}

/** The sessions of a storage, put together from files as they are met. */
export class StoredSessions {
  private readonly sessions = new Map<string, Pieces>()

  /** Takes a file that is called as a piece is; says whether it is one. */
  async take(member: Member): Promise<boolean> {
    const [, id = null, kind] = pieceName.exec(member.name) ?? []
    const value = await objectOf(member)
    const session = kind === 'ses' ? id : asText(value?.['sessionID'])
    if (value === null || id === null || session === null || value['id'] !== id) return false
    const pieces = this.sessions.get(session) ?? {
      info: null,
      messages: [],
      parts: new Map<string, StoragePiece[]>(),
      bytes: 0,
    }
    this.sessions.set(session, pieces)
    pieces.bytes += member.byteSize
    const message = asText(value['messageID']) ?? ''
    if (kind === 'ses') pieces.info = member
    else if (kind === 'msg') pieces.messages.push({ id, member })
    else {
      const parts = pieces.parts.get(message)
      if (parts) parts.push({ id, member })
      else pieces.parts.set(message, [{ id, member }])
    }
    return true
  }

  /** Returns each as the export of it that the program would write. Parts whose message is not there stand behind the messages. */
  all(): Member[] {
    return [...this.sessions].map(([id, pieces]) => ({
      name: pieces.info?.name ?? `${id}.json`,
      byteSize: pieces.bytes,
      open: () => exported(id, pieces),
    }))
  }
}

const objectOf = async (member: Member) => asObject(await jsonOf(member))
const byId = (a: StoragePiece, b: StoragePiece) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

async function* exported(id: string, { info, messages, parts }: Pieces): AsyncGenerator<Uint8Array> {
  const known = new Set(messages.map((message) => message.id))
  yield Buffer.from(`{"info":${JSON.stringify((info && (await objectOf(info))) ?? { id })},"messages":[`)
  for (const [at, { id: message, member }] of messages.sort(byId).entries()) {
    const details = { info: await objectOf(member), parts: await objectsOf(parts.get(message) ?? []) }
    yield Buffer.from(`${at === 0 ? '' : ','}${JSON.stringify(details)}`)
  }
  const orphans = [...parts].flatMap(([message, all]) => (known.has(message) ? [] : all))
  const rest = orphans.length === 0 ? '' : `,"orphanParts":${JSON.stringify(await objectsOf(orphans))}`
  yield Buffer.from(`]${rest}}\n`)
}

async function objectsOf(pieces: readonly StoragePiece[]): Promise<(JsonObject | null)[]> {
  const results: (JsonObject | null)[] = []
  for (const { member } of [...pieces].sort(byId)) results.push(await objectOf(member))
  return results
}
