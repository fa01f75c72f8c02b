import { damaged, type BackupLine, type Header, type TenantCounts } from '../../../formats/ndjson/lines.ts'
import type { Scratch } from '../../../formats/scratch.ts'
import { isThumbprintOf, type PublicHalf } from '../../erasures/receipt.ts'
import type { TenantRecord } from '../../../domain/access/requester.ts'
import { ContentCheck, type ContentCheckOptions } from './contentCheck.ts'
import { differing } from './refusals.ts'

/** The kinds that the first line counts. */
const counted = {
  conversation: 'conversations',
  observation: 'observations',
  attachment: 'attachments',
  entity: 'entities',
  erasure: 'erasures',
  apiKey: 'apiKeys',
} as const satisfies Readonly<Record<string, keyof TenantCounts>>

export interface BackupCheckOptions {
  readonly openScratch: () => Scratch
  /** Called as a tenant begins; returns how its lines are checked. */
  readonly begin: (line: TenantRecord) => ContentCheckOptions | Promise<ContentCheckOptions>
  /** Called with the check of a tenant once all of its lines were taken and agree. */
  readonly onTenant?: (content: ContentCheck) => void
}

/** A tenant whose lines are taken now. */
interface Part {
  readonly line: number
  readonly scratch: Scratch
  readonly content: ContentCheck
  readonly counts: Map<string, number>
}

/**
 * Checks what the lines of a backup say of each other: those of a tenant by themselves, and that the tenants are those of the
 * first line, each with as much as that says.
 */
export class BackupCheck {
  readonly #options: BackupCheckOptions
  readonly #keys = new Set<string>()
  readonly #receiptKeys = new Map<string, PublicHalf>()
  #header: Header | null = null
  #part: Part | null = null
  #place = -1

  constructor(options: BackupCheckOptions) {
    this.#options = options
  }

  /** Takes the first line, before all others. */
  header(header: Header): void {
    this.#header = header
    const { conversationId, holds, tenants } = header
    if (conversationId !== null)
      throw damaged(1, `is that of the conversation "${conversationId}" alone, which "turngraph import" takes`)
    if (holds === undefined || tenants === undefined) throw damaged(1, 'does not say of which tenants the backup is')
    if (holds === 'TENANT' && tenants.length !== 1) throw differing(1, 'tenants', 'what it holds has')
    const names = tenants.map(({ name }) => name)
    if (new Set(names).size < names.length) throw damaged(1, 'names a tenant twice')
  }

  /** Takes the next line. */
  async take(line: BackupLine): Promise<void> {
    if (line.line === 'receiptKey') await this.#receiptKey(line)
    else if (line.line === 'tenant') await this.#tenant(line)
    else await this.#of(line)
  }

  /** Looks for what may stand behind what names it, once all lines were taken. */
  async finish(): Promise<void> {
    await this.#end()
    const missing = this.#header?.tenants?.[this.#place + 1]
    if (missing)
      throw damaged(1, `names the tenant "${missing.name}", of which there are no lines`, { tenant: missing.name })
  }

  /** Lets go of what lies on disk, however it ended. */
  async close(): Promise<void> {
    const part = this.#part
    this.#part = null
    await part?.content.close()
    part?.scratch.close()
  }

  async #receiptKey({ number, value }: BackupLine): Promise<void> {
    const { id, jwk } = value as unknown as { readonly id: string; readonly jwk: PublicHalf }
    if (this.#part !== null) throw damaged(number, 'is a key of receipts behind the lines of a tenant')
    if (!(await isThumbprintOf(id, jwk))) throw differing(number, 'id', 'its key makes')
    this.#once('receiptKey', id, number)
    this.#receiptKeys.set(id, jwk)
  }

  async #tenant({ number, value }: BackupLine): Promise<void> {
    const tenant = value as unknown as TenantRecord
    const expected = this.#header?.tenants?.[this.#place + 1]?.name
    if (tenant.name !== expected) {
      const named = expected === undefined ? 'none' : `"${expected}"`
      throw damaged(number, `is of the tenant "${tenant.name}", where the first line names ${named}`)
    }
    await this.#end()
    await this.#begin(number, tenant)
  }

  async #of(line: BackupLine): Promise<void> {
    if (this.#part === null) throw damaged(line.number, 'stands before the line of its tenant')
    const { content, counts } = this.#part
    if (line.line === 'apiKey') this.#once('apiKey', (line.value as { readonly id: string }).id, line.number)
    else await content.take(line)
    counts.set(line.line, (counts.get(line.line) ?? 0) + 1)
  }

  async #begin(line: number, tenant: TenantRecord): Promise<void> {
    const options = await this.#options.begin(tenant)
    this.#place++
    const scratch = this.#options.openScratch()
    this.#part = {
      line,
      scratch,
      content: new ContentCheck(scratch, { ...options, receipts: { keys: this.#receiptKeys, tenant } }),
      counts: new Map(),
    }
  }

  async #end(): Promise<void> {
    if (this.#part === null) return
    const { content, counts, line } = this.#part
    await content.finish()
    const first = this.#header?.tenants?.[this.#place]
    for (const [kind, name] of Object.entries(counted))
      if (first && (first[name] ?? 0) !== (counts.get(kind) ?? 0))
        throw damaged(
          1,
          `says another count of ${name} of the tenant "${first.name}" than the lines from ${line} on have`,
          { tenant: first.name, member: name },
        )
    this.#options.onTenant?.(content)
    await this.close()
  }

  #once(kind: string, id: string, line: number): void {
    if (this.#keys.has(`${kind} ${id}`)) throw damaged(line, `is another ${kind} of the id "${id}"`, { kind, id })
    this.#keys.add(`${kind} ${id}`)
  }
}
