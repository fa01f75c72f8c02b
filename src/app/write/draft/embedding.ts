import { attachmentIds } from '../../../domain/records/attachment.ts'
import type { Block } from '../../../domain/model.ts'
import { Refusal } from '../../../domain/refusals.ts'
import type { ChangeSet } from './changeSet.ts'
import type { Reads } from '../../read/reads.ts'

/** What embeds: a draft, or whatever else is written with what it reads. */
interface Embedding {
  readonly reads: Pick<Reads, 'attachment'>
  readonly changes: ChangeSet
}

/** Notes what blocks embed. Refuses an attachment that was erased, unless the write brings its bytes or its URI again. */
export async function embed({ reads, changes }: Embedding, blocks: readonly Block[]): Promise<void> {
  for (const id of attachmentIds(blocks)) {
    if ((await reads.attachment(id))?.erased) throw refusal(id)
    changes.embed(id, { mayBeErased: false })
  }
}

/** Notes what entries of a file embed: no file brings back what was erased, and they are stored all the same. */
export async function embedFromFile({ reads, changes }: Embedding, blocks: readonly Block[]): Promise<void> {
  for (const id of attachmentIds(blocks)) {
    const attachment = await reads.attachment(id)
    changes.embed(id, { mayBeErased: attachment?.erased === true })
  }
}

function refusal(attachmentId: string): Refusal {
  return new Refusal(
    'ERASED',
    { attachmentId, erasureId: null },
    `Attachment "${attachmentId}" was erased: send its bytes or its URI again.`,
    ['content'],
  )
}
