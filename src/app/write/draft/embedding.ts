import { Refusal } from '../../../domain/refusals.ts'
import type { ChangeSet } from './changeSet.ts'
import type { Reads } from '../../read/reads.ts'

/** What embeds: a draft, or whatever else is written with what it reads. */
interface Embedding {
  readonly reads: Pick<Reads, 'attachment'>
  readonly changes: ChangeSet
}

/** Notes what a turn embeds. Refuses an attachment that was erased, unless the write brings its bytes or its URI again. */
export async function embed({ reads, changes }: Embedding, attachmentId: string): Promise<void> {
  if ((await reads.attachment(attachmentId))?.erased) throw refusal(attachmentId)
  changes.embed(attachmentId, { mayBeErased: false })
}

/**
 * Notes what an entry of a file embeds: no file brings back what was erased, and the entry is stored all the same. What is erased only by
 * the time that it is written is seen then, and the entry decided again.
 */
export function embedFromFile({ changes }: Embedding, attachmentId: string, erased: ReadonlySet<string>): void {
  changes.embed(attachmentId, { mayBeErased: erased.has(attachmentId) })
}

function refusal(attachmentId: string): Refusal {
  return new Refusal(
    'ERASED',
    { attachmentId, erasureId: null },
    `Attachment "${attachmentId}" was erased: send its bytes or its URI again.`,
    ['content'],
  )
}
