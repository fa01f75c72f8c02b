/** The nodes of a tenant that is being erased, and the statements that take them away. */
import type { Connection } from '../connection/connection.ts'

/** What stays of a tenant that is erased: its own node, and the receipts of its erasures; API keys go by themselves. */
const keptLabels: ReadonlySet<string> = new Set(['Tenant', 'ApiKey', 'Erasure', 'ReceiptKey', 'Server'])
/**
 * What very much may point to goes last: the edges of a node go with it in one transaction, so those whose other end goes by itself
 * are gone by then.
 */
const lastLabels: readonly string[] = ['Entity', 'Conversation']

const LABELS = 'CALL db.labels() YIELD label RETURN label'
/** A node is in no index that names a property which it lacks, so the shortest key has the most of them. */
const KEYS = `SHOW NODE UNIQUENESS CONSTRAINTS YIELD labelsOrTypes, properties
WHERE properties[0] = 'tenant'
RETURN labelsOrTypes[0] AS label, properties ORDER BY size(properties) DESC`

/** Labels without a unique key that have an index which begins with the tenant: many keys have one name. */
const indexed: readonly (readonly [string, readonly string[]])[] = [['KeyName', ['tenant', 'name']]]

/** Labels with nodes that an erasure takes, in its order, and the key by which those of each are found. */
export interface TenantLabels {
  readonly labels: readonly string[]
  readonly keys: ReadonlyMap<string, readonly string[]>
}

/** Returns the labels that the database has now: what a newer version has added is emptied too. */
export async function tenantLabels({ read }: Pick<Connection, 'read'>): Promise<TenantLabels> {
  const labels = (await read(LABELS)).map((record) => record.get('label') as string)
  const keys = (await read(KEYS)).map((record) => [record.get('label'), record.get('properties')] as [string, string[]])
  const order = (label: string) => lastLabels.indexOf(label)
  const taken = labels.filter((label) => !keptLabels.has(label))
  return { labels: taken.sort((a, b) => order(a) - order(b)), keys: new Map([...indexed, ...keys]) }
}

/**
 * Takes away at most so many nodes; returns how many those were. As long as keys find some, no label is read as a whole: that comes
 * once, at the end, where it finds what no key has.
 */
export async function removeNodes(
  connection: Pick<Connection, 'read'>,
  most: number,
  remove: (statement: string, most: number) => Promise<number>,
): Promise<number> {
  const { labels, keys } = await tenantLabels(connection)
  for (const keyOf of [(label: string) => keys.get(label), () => null]) {
    let removed = 0
    for (const label of labels) {
      const key = keyOf(label)
      if (key !== undefined && removed < most) removed += await remove(emptying(label, key), most - removed)
    }
    if (removed > 0) return removed
  }
  return 0
}

/**
 * Returns the statement that takes away some nodes of a label: found by a unique key, which begins with the tenant; without one by
 * a look at every node of the label, those of other tenants too.
 */
export function emptying(label: string, key: readonly string[] | null): string {
  const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``
  const node = `n:${quoted(label)}`
  const [, ...others] = key ?? []
  const byKey = `
USING INDEX SEEK ${node}(${(key ?? []).map(quoted).join(', ')})
WHERE n.tenant = $q.name${others.map((name) => ` AND n.${quoted(name)} IS NOT NULL`).join('')}`
  return `MATCH (:Tenant {name: $q.name, state: 'ERASING'})
MATCH (${node})${key === null ? ' WHERE n.tenant = $q.name' : byKey}
WITH n LIMIT $q.most
DETACH DELETE n
RETURN count(*) AS removed`
}
