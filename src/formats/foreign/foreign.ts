import type { Sample } from '../reading/sample.ts'
import { agents } from './agents.ts'
import { companions } from './companions.ts'
import { databases } from './databases.ts'
import type { ForeignProgram } from './program.ts'
import { services } from './services.ts'

/** What is known and not read. */
export const programs: readonly ForeignProgram[] = [...databases, ...companions, ...agents, ...services]

/** What can be done with any file of words. */
const conversion = 'Made into {"messages": [{"role", "content"}]} it can be imported as OPENAI.'

/** A file of another program: what to call it, and what to do in place of importing it. */
export interface Foreign {
  readonly name: string
  readonly instead: string
}

/** Returns which program's a file is that turngraph knows and does not read; null where it is none. */
export function foreignOf(sample: Sample): Foreign | null {
  const program = programs.find(({ is }) => is(sample))
  return program ? { name: program.name, instead: program.instead ?? conversion } : null
}
