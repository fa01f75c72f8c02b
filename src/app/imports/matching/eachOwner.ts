import type { PlannedLine, Reading } from '../../../formats/plan.ts'

/** What is done with one owner's lines, from the first to the last. */
export interface OwnerPass {
  next(line: PlannedLine): Promise<void> | undefined
  /** Told once no more lines of it come. */
  end(): void
}

/** Reads the lines of a file through; what is held of an owner is let go with its last line. */
export async function eachOwner(reading: Reading, begin: (owner: string) => OwnerPass | null): Promise<void> {
  const open = new Map<string, OwnerPass | null>()
  for await (const line of reading.ownedLines()) {
    const { conversationId: owner, isLast } = line
    const known = open.get(owner)
    const pass = known === undefined ? begin(owner) : known
    if (pass !== null) await pass.next(line)
    if (isLast) pass?.end()
    if (isLast) open.delete(owner)
    else if (known === undefined) open.set(owner, pass)
  }
  for (const pass of open.values()) pass?.end()
}
