import { createTenant } from '../../src/app/access/tenants.ts'
import { storeTurns } from '../../src/app/turns/storeTurns.ts'
import { openParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { operator } from '../../src/domain/access/principal.ts'

/** The tenant that a store has beside `default`, where a command's test asks what it says of both. */
export const secondTenant = 'team'

/** Makes a second tenant in the store that the environment names, with conversations of two turns: `team-1` and so on. */
export async function addSecondTenant(env: Readonly<Record<string, string>>, count = 2): Promise<void> {
  const parts = await openParts(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  try {
    const tenant = await createTenant(parts.store.registry, parts.fresh, secondTenant, false)
    const scope = parts.scopeOf({ principal: operator, tenant })
    for (let n = 1; n <= count; n++) {
      const turn = (role: 'USER' | 'ASSISTANT', text: string) => ({
        ...{ conversationId: `${secondTenant}-${n}`, role },
        blocks: [{ type: 'text' as const, text }],
      })
      await storeTurns(scope, { turns: [turn('USER', `A walrus, ${n}?`), turn('ASSISTANT', `Walrus ${n}.`)] })
    }
  } finally {
    await parts.close()
  }
}
