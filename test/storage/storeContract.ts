import { after, before, describe } from 'node:test'
import { tenantFor } from '../support/tenants.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import type { Contract } from './contract/contract.ts'
import { anyIds } from './contract/anyIds.ts'
import { content } from './contract/content.ts'
import { conversationLists } from './contract/conversationLists.ts'
import { keys } from './contract/keys.ts'
import { reading } from './contract/reading.ts'
import { registry } from './contract/registry.ts'
import { rewriting } from './contract/rewriting.ts'
import { stateRecords } from './contract/stateRecords.ts'
import { goneTenants } from './contract/goneTenants.ts'
import { things } from './contract/things.ts'
import { writing } from './contract/writing.ts'
import '../support/shrinking.ts'

/** A store to be tested. It may hold things already: the suite uses tenants of its own. */
export interface Opened {
  readonly store: GraphStore
  /** Closes it and opens it again on what it holds. */
  readonly reopen?: () => Promise<GraphStore>
  /** Closes it and removes what it left. */
  readonly cleanup: () => Promise<void>
}

/** The definition of a store: one is done when it passes. */
export function storeContract(name: string, open: () => Promise<Opened>): void {
  describe(`the store on ${name}:`, () => {
    let opened: Opened | null = null
    let reopened: GraphStore | null = null
    let tenants = 0
    before(async () => {
      opened = await open()
    })
    after(() => opened?.cleanup())

    const current = () => {
      const store = reopened ?? opened?.store
      if (!store) throw new Error('The store did not open.')
      return store
    }
    const contract: Contract = {
      store: current,
      newTenant: () => tenantFor(`tenant-${Date.now().toString(36)}-${tenants++}`),
      reopen: async () => {
        reopened = (await opened?.reopen?.()) ?? null
      },
    }
    reading(contract)
    writing(contract)
    conversationLists(contract)
    anyIds(contract)
    content(contract)
    things(contract)
    stateRecords(contract)
    rewriting(contract)
    keys(contract)
    registry(contract)
    goneTenants(contract)
  })
}
