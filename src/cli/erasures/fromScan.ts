import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { defaultTenant } from '../../domain/access/tenant.ts'
import { CommandFailed } from '../../client/failures.ts'
import type { Terminal } from '../terminal.ts'

/** What holds the secrets of a scan, by ids. */
export interface ScannedTargets {
  readonly observationIds: readonly string[]
  readonly attachmentIds: readonly string[]
  readonly entityIds: readonly string[]
  /** Conversations whose title, ledger, runs or state records hold one: it goes with the whole conversation alone, which is not taken unasked. */
  readonly wholeConversations: readonly string[]
  /** Tenants whose secrets the scan found as well: each is erased by a command of its own. */
  readonly others: readonly string[]
}

/** Returns what holds the secrets that `scan --json` has printed; null where no scan is named. */
export async function scannedBy(
  { stdin = process.stdin }: Terminal,
  file: string | undefined,
  tenant: string,
): Promise<ScannedTargets | null> {
  if (file === undefined) return null
  const targets = targetsIn(file === '-' ? await text(stdin) : await readFile(file, 'utf8'), tenant)
  if (targets !== null) return targets
  const message = `What "${file}" holds was not printed by "turngraph scan --json".`
  throw new CommandFailed('BAD_INPUT', message, { file })
}

/** Lines of the tenant's ledger are erased with the things that they name. */
const ofTenant = 'the ledger of the tenant'

const names = ['attachmentId', 'entityId', 'observationId', 'conversationId'] as const
type Name = (typeof names)[number]

function targetsIn(json: string, tenant: string): ScannedTargets | null {
  try {
    const { secrets } = JSON.parse(json) as { readonly secrets?: unknown }
    if (!Array.isArray(secrets)) return null
    const isOwn = (secret: unknown) => tenantOf(secret) === tenant
    const held = (secrets as readonly unknown[]).filter(isOwn).map(narrowest)
    if (held.includes(null)) return null
    const of = (name: Name) => [...new Set(held.flatMap((one) => (one?.name === name ? [one.id] : [])))]
    return {
      ...{ observationIds: of('observationId'), attachmentIds: of('attachmentId'), entityIds: of('entityId') },
      wholeConversations: of('conversationId'),
      others: [...new Set((secrets as readonly unknown[]).map(tenantOf))].filter((one) => one !== tenant).sort(),
    }
  } catch {
    return null
  }
}

const tenantOf = (secret: unknown): string => {
  const { tenant } = (secret ?? {}) as { readonly tenant?: unknown }
  return typeof tenant === 'string' ? tenant : defaultTenant
}

/** Of a turn's attachment only that goes, and of a conversation's turn only the turn. Null where it is no secret of a scan. */
function narrowest(secret: unknown): { readonly name: Name; readonly id: string } | null {
  const ids = secret as Partial<Record<Name, unknown>> | null
  for (const name of names) {
    const id = ids?.[name]
    if (typeof id === 'string') return { name, id }
  }
  return ids?.conversationId === null ? { name: 'conversationId', id: ofTenant } : null
}
