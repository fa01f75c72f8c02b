import { ofApplication } from './application.ts'
import { ofFront } from './front.ts'
import type { Mutant } from './mutant.ts'
import { ofNeo4j } from './neo4j.ts'
import { ofSqlite } from './sqlite.ts'

/** All mutants, from the rules to the stores. */
export const mutants: readonly Mutant[] = [...ofApplication, ...ofFront, ...ofSqlite, ...ofNeo4j]
