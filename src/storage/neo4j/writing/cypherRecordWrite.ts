/**
 * The statements that write records. They run around WRITE (cypherWrite.ts), in one transaction: the first says which rows
 * are to be refused, the others write for those that WRITE wrote. As there, a record is locked by writing it and then read
 * by a match of its own, and a statement divides by the number found where something must be there.
 */
import { kinds, labels } from '../schema.ts'

const checks = Object.values(kinds).flatMap(({ check }) => (check === null ? [] : [check.statement]))
const reasons = checks.map((_, k) => `reason${k}`)
const nodes = Object.values(labels).flatMap(({ writes }) => writes)
const called = (parts: readonly string[]): string => parts.map((part) => `\n  CALL (r) {${part}\n  }`).join('')

/** Answers what each row is to be refused for; the locks that it takes are kept until the end of the transaction. */
export const CHECK_RECORDS = `UNWIND $q.rows AS r${called(checks.map((check, k) => `${check} AS ${reasons[k]}`))}
RETURN r.index AS index, coalesce(${reasons.join(', ')}) AS thing`

export const WRITE_NODES = `UNWIND $q.rows AS r${called(nodes)}
RETURN count(r) AS rows`
/** After WRITE_NODES, for the ends of an edge may be new. */
export const WRITE_EDGES = `UNWIND $q.rows AS r${called(kinds.relationships.writes)}
RETURN count(r) AS rows`
