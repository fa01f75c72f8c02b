import { thingMark } from '../../../domain/access/keyedDigest.ts'
import type { Contents } from '../../../domain/contents.ts'
import type { Erasure } from '../../../domain/erasure/erasure.ts'
import type { Hash, JsonObject } from '../../../domain/model.ts'
import {
  digestOf,
  erasureStatement,
  byId,
  isOfTenant,
  purgeStatement,
  receiptTypes,
  tenantStatement,
  wrongInState,
  type Tombstone,
} from '../../../domain/erasure/receipt.ts'
import { canonicalJson } from '../../../domain/tree/pathHash.ts'
import { damaged } from '../../../formats/ndjson/lines.ts'
import type { Unsegmented } from '../../../formats/ndjson/values.ts'
import { asList, asObject } from '../../../formats/reading/values.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import { signedStatement, type PublicHalf } from '../../erasures/receipt.ts'
import type { TenantRecord } from '../../../domain/access/requester.ts'
import { holdsContent } from '../tenantRecords.ts'
import type { NamedRecords } from './named.ts'
import { differing } from './refusals.ts'

/** What receipts of a tenant are verified with. */
export interface Receipts {
  /** Public halves of the keys that signed them, by their ids. */
  readonly keys: ReadonlyMap<string, PublicHalf>
  /** Null: the file does not say whose they are. */
  readonly tenant: TenantRecord | null
}

export const noReceipts: Receipts = { keys: new Map(), tenant: null }

/** Checks what erasures say of the rest of a file: what they erased says nothing, and their receipts are signed as they stand there. */
export class ErasureChecks {
  readonly #named: NamedRecords
  readonly #receipts: Receipts
  /** What is erased, by the ids of observations. */
  readonly #tombstones: ScratchMap<Omit<Tombstone, 'id'>>
  /** Entities that are not erased, by the marks that receipts have for them. */
  readonly #entities: ScratchMap<string>

  constructor(scratch: Scratch, named: NamedRecords, receipts: Receipts) {
    this.#named = named
    this.#receipts = receipts
    this.#tombstones = scratch.map('tombstones')
    this.#entities = scratch.map('liveEntities')
  }

  observation({ id, kind, contentHash, place, erased }: Unsegmented): void {
    if (erased !== undefined) this.#tombstones.set(id, { kind, contentHash, pathHash: place?.pathHash ?? null })
  }

  entity({ id, erased }: Contents['entity']): void {
    const nameKey = this.#receipts.tenant?.nameKey ?? ''
    if (erased === undefined && nameKey !== '') this.#entities.set(thingMark(nameKey, 'ENTITY', id), id)
  }

  /** Refuses an erasure that says otherwise than the lines before it, or whose receipt is not signed as it is. */
  async erasure(erasure: Contents['erasure'], line: number): Promise<void> {
    const wrong = wrongInState(erasure)
    if (wrong !== null) throw differing(line, wrong, `an erasure has that is ${erasure.state}`)
    const isWhole = isOfTenant(erasure)
    if (isWhole && !this.#isGone()) throw differing(line, 'plan', 'a tenant has that holds something')
    if (!this.#isGone()) this.#refuseUnknown(erasure, line)
    if (erasure.state === 'ERASING') return
    if (!this.#isGone()) this.#refuseSaid(erasure, line)
    await this.#refuseUnsigned(erasure, line)
  }

  /** Of an erased tenant there are the receipts alone. */
  #isGone(): boolean {
    return this.#receipts.tenant !== null && !holdsContent(this.#receipts.tenant)
  }

  #refuseUnknown({ observationIds, plan }: Erasure, line: number): void {
    for (const id of observationIds) this.#named.must('OBSERVATION', id, line)
    for (const id of plan?.conversationIds ?? []) this.#named.must('CONVERSATION', id, line)
    for (const id of plan?.entityIds ?? []) this.#named.must('ENTITY', id, line)
  }

  /** What is named as erased says nothing any more. An attachment may have been sent again since. */
  #refuseSaid({ observationIds, things, digest }: Erasure, line: number): void {
    const said = (kind: string, id: string) =>
      damaged(line, `names the ${kind} "${id}" as erased, whose content is there`, { kind, id })
    const tombstones = observationIds.map((id) => {
      const tombstone = this.#tombstones.get(id)
      if (tombstone === undefined) throw said('observation', id)
      return { ...tombstone, id }
    })
    for (const mark of things) {
      const id = this.#entities.get(mark)
      if (id !== undefined) throw said('entity', id)
    }
    if (digestOf(tombstones.sort(byId)) !== digest)
      throw differing(line, 'digest', 'what stays of its observations makes')
  }

  async #refuseUnsigned(erasure: Erasure, line: number): Promise<void> {
    const { purge, signature } = erasure
    const own = isOfTenant(erasure)
      ? await this.#isOf(signature, 'tenant', () => tenantStatement(erasure, this.#receipts.tenant?.name ?? ''))
      : await this.#isOf(signature, 'erasure', (signed) =>
          erasureStatement(erasure, this.#observations(erasure, signed)),
        )
    if (!own) throw differing(line, 'signature', 'its content and a key of the file make')
    if (purge === null) return
    const { signature: ofPurge, ...said } = purge
    if (!(await this.#isOf(ofPurge, 'purge', () => purgeStatement(erasure.id, said))))
      throw differing(line, 'purge.signature', 'its purge and a key of the file make')
  }

  /** Says whether a signature is of the statement that `made` makes, given what is signed. */
  async #isOf(signature: string | null, type: keyof typeof receiptTypes, made: (signed: JsonObject) => object) {
    const signed = await signedStatement(signature ?? '', receiptTypes[type], this.#receipts.keys)
    return signed !== null && canonicalJson(signed) === canonicalJson(made(signed))
  }

  /** What stands in a receipt of each; of an erased tenant only their ids are left. */
  #observations({ observationIds }: Erasure, { observations }: JsonObject): Pick<Tombstone, 'id' | 'pathHash'>[] {
    const known = this.#isGone() ? signedHashes(observations ?? null) : null
    const pathHashOf = (id: string) => (known ? known.get(id) : this.#tombstones.get(id)?.pathHash) ?? null
    return observationIds.map((id) => ({ id, pathHash: pathHashOf(id) })).sort(byId)
  }
}

function signedHashes(observations: JsonObject[string]): ReadonlyMap<unknown, Hash> {
  return new Map(
    asList(observations)
      .map(asObject)
      .map((one) => [one?.['id'], one?.['pathHash'] as Hash]),
  )
}
