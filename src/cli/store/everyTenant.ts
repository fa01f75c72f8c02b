import { defaultTenant } from '../../domain/access/tenant.ts'
import { openGraphs, type OpenGraphs } from '../openGraph.ts'
import type { StyledPiece } from '../styled.ts'
import { barOn } from './reindex.ts'
import type { Terminal } from '../terminal.ts'
import { withOpenGraph, type CommonOptions, type Work } from '../withGraph.ts'

/** What a command found out about one tenant. */
export interface TenantFindings<D> {
  readonly document: D
  readonly text: string | readonly StyledPiece[]
  readonly ok?: boolean
}

/** A tenant's findings by its name. */
export type Named<D> = D & { readonly tenant: string }

interface Asked<D extends object> {
  /** Whether the search index is waited for first, where the store is opened here. */
  readonly isSearch?: boolean
  /** Whether erased tenants, of which receipts are left, are asked about too. */
  readonly withErased?: boolean
  readonly ask: (work: Omit<Work, 'say'>, tenants: readonly string[]) => Promise<TenantFindings<D>>
  /** Makes one document of all tenants'. */
  readonly merged: (all: readonly Named<D>[]) => object | Promise<object>
  /** What is said once, behind all tenants. */
  readonly ending?: (tenants: readonly string[]) => Promise<string>
}

/**
 * Asks about all that is there: of a store in this process every tenant, each by its name, unless one is given; of a server the tenant
 * of the key. So what a command says of a store is never about one tenant of several. Answers the exit status.
 */
export function withEveryTenant<D extends object>(
  terminal: Terminal,
  options: CommonOptions,
  { isSearch = false, withErased = false, ask, merged, ending }: Asked<D>,
): Promise<number> {
  const open = () =>
    openGraphs(terminal.env, options.url ?? null, { writes: false, tenant: options.tenant, withErased })
  return withOpenGraph(terminal, options, open, async (opened, talk) => {
    if (isSearch) await indexed(opened, terminal)
    const all: Named<D>[] = []
    let isWell = true
    for (const tenant of opened.tenants) {
      const graph = await opened.graphOf(tenant)
      const { document, text, ok = true } = await ask({ ...talk, graph }, opened.tenants).finally(() => graph.close())
      all.push({ ...document, tenant })
      isWell &&= ok
      await talk.say(titled(tenant, text, opened.tenants))
    }
    if (ending) await talk.say(await ending(opened.tenants))
    return { document: await merged(all), ok: isWell }
  })
}

/** Of several tenants each has its name in front. */
export function titled(
  tenant: string,
  text: TenantFindings<object>['text'],
  tenants: readonly string[],
): readonly StyledPiece[] {
  const pieces = typeof text === 'string' ? [text] : text
  return tenants.length === 1 ? pieces : [`Tenant ${tenant}:\n`, ...pieces]
}

async function indexed(opened: OpenGraphs, { stderr }: Terminal): Promise<void> {
  const bar = barOn(stderr)
  await opened.indexed((done, all) => bar.show(done, all)).finally(() => bar.stop())
}

/** Has a command that names a conversation ask the one tenant that has it: the one that is given, else `default`. */
export function ofOneTenant<O extends CommonOptions>(options: O): O {
  return options.url !== undefined || options.tenant !== undefined ? options : { ...options, tenant: defaultTenant }
}

/** Returns things with the name of their tenant in front, for programs. */
export const ofTenant = <T extends object>(tenant: string, things: readonly T[]): (T & { readonly tenant: string })[] =>
  things.map((one) => ({ tenant, ...one }))
