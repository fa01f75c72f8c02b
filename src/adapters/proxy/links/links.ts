import { createHmac } from 'node:crypto'
import { canonicalJson } from '../../../domain/tree/pathHash.ts'
import type { WireTurn } from '../wires/wire.ts'
import { canonicalMessage } from './canonical.ts'

/** The link before the first message. */
export const noLink = ''
const linkBytes = 16

/** Returns the name of a message behind the one that has the name `before`, which only the tenant's key can make. */
export function linkBehind(nameKey: string, before: string, canonical: string): string {
  return keyed(nameKey, `link\n${before}\n${canonical}`)
}

/** Returns the name of a setup: equal ones have one name. */
export function setupName(nameKey: string, setup: unknown): string {
  return keyed(nameKey, `setup\n${canonicalJson(setup)}`)
}

function keyed(nameKey: string, text: string): string {
  const digest = createHmac('sha256', Buffer.from(nameKey, 'hex')).update(text).digest()
  return digest.subarray(0, linkBytes).toString('base64url')
}

/** Where a message stands in the chain of its history. */
export interface Linked {
  /** The link behind it: its own, or that of the last message before it which has one. */
  readonly link: string
  /** Whether it has a link of its own. */
  readonly isOwn: boolean
}

/**
 * Returns the links of a history behind `before`. Messages of nothing but thoughts have none, nor have those of the system that stand
 * before all others: programs change them with each request.
 */
export function linksOf(nameKey: string, turns: readonly WireTurn[], before: string = noLink): Linked[] {
  let link = before
  let isBegun = before !== noLink
  return turns.map(({ role, blocks }) => {
    isBegun ||= role !== 'SYSTEM'
    const canonical = isBegun ? canonicalMessage(role, blocks) : null
    if (canonical === null) return { link, isOwn: false }
    link = linkBehind(nameKey, link, canonical)
    return { link, isOwn: true }
  })
}
