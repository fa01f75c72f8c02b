import { createHash } from 'node:crypto'
import { wrongMember, type Entity } from '../../domain/records/entity.ts'
import type { Attachment } from '../../domain/records/attachment.ts'
import type { Scope } from '../scope.ts'
import { allFacts } from '../entities/entities.ts'
import type { Find } from './finding.ts'

/** What a check has looked at already: a thing that many name is looked at once. */
export interface Checked {
  readonly entities: Set<string>
  readonly attachments: Set<string>
  /** Whether the bytes of attachments are read and hashed, not only counted. */
  readonly deep: boolean
}

/** Returns what a check starts with. */
export function createChecked(deep: boolean): Checked {
  return { entities: new Set(), attachments: new Set(), deep }
}

/** How many it keeps in mind; beyond that some are looked at again. */
const keepCount = 100_000
/** Entities whose facts are read at once, and bytes that are asked for at once. */
const atOnce = 20

async function inBatches(ids: readonly string[], seen: Set<string>, check: (id: string) => Promise<void>) {
  const fresh = [...new Set(ids)].filter((id) => !seen.has(id))
  if (seen.size > keepCount) seen.clear()
  for (const id of fresh) seen.add(id)
  for (let i = 0; i < fresh.length; i += atOnce) await Promise.all(fresh.slice(i, i + atOnce).map(check))
}

/** Compares what is kept of entities with what their facts make. */
export async function checkEntities(scope: Scope, ids: readonly string[], checked: Checked, find: Find): Promise<void> {
  await inBatches(ids, checked.entities, async (id) => {
    const entity = await scope.reads.entity(id)
    if (entity === null) find('ENTITY_MISSING', `The entity "${id}" is named but missing.`, { entityId: id })
    else if (!(await followsFromFacts(scope, entity)))
      find('ENTITY_DIFFERS', `What is kept of entity "${id}" does not follow from its observations.`, { entityId: id })
  })
}

async function followsFromFacts(scope: Scope, entity: Entity): Promise<boolean> {
  const [facts, type] = await Promise.all([allFacts(scope, 'ENTITY', entity.id), scope.reads.entityType(entity.type)])
  return wrongMember(entity, facts, type) === null
}

async function checkBytes(scope: Scope, attachment: Attachment, deep: boolean, find: Find): Promise<void> {
  const { id, byteSize } = attachment
  if (attachment.erased) return
  const size = await scope.attachmentBytes.size(scope.tenant, id)
  if (size === null)
    find('ATTACHMENT_BYTES_MISSING', `The bytes of attachment "${id}" are missing.`, { attachmentId: id })
  else if (size !== byteSize)
    find('ATTACHMENT_BYTES_DIFFER', `Attachment "${id}" has ${size} bytes where ${byteSize} were stored.`, {
      attachmentId: id,
      kept: byteSize,
      found: size,
    })
  else if (deep) await checkHash(scope, id, find)
}

/** An attachment's id is the hash of its bytes. */
async function checkHash(scope: Scope, id: string, find: Find): Promise<void> {
  const bytes = await scope.attachmentBytes.get(scope.tenant, id, null)
  const hash = createHash('sha256')
  for await (const piece of bytes ?? []) hash.update(piece as Uint8Array)
  const match = hash.digest('hex')
  if (match !== id)
    find('ATTACHMENT_BYTES_DIFFER', `The bytes of attachment "${id}" are not those that were stored.`, {
      attachmentId: id,
      found: match,
    })
}

/** Looks for attachments that are named, and for the bytes of those that are no URI: whether they are there, and how many. */
export async function checkAttachments(
  scope: Scope,
  ids: readonly string[],
  checked: Checked,
  find: Find,
): Promise<void> {
  await inBatches(ids, checked.attachments, async (id) => {
    const attachment = await scope.reads.attachment(id)
    if (attachment === null)
      find('ATTACHMENT_MISSING', `The attachment "${id}" is named but missing.`, { attachmentId: id })
    else if (attachment.uri === null) await checkBytes(scope, attachment, checked.deep, find)
  })
}
