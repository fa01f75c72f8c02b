import type { Attachment } from '../../domain/records/attachment.ts'
import type { Instant } from '../../domain/model.ts'

export interface AttachmentRow {
  readonly id: string
  readonly createdAt: Instant
  readonly fileName: string | null
  readonly body: string
}

/** Returns the attachment as it lies in a store. */
export function attachmentRow({ id, createdAt, fileName, ...rest }: Attachment): AttachmentRow {
  return { id, createdAt, fileName, body: JSON.stringify(rest) }
}

/** Returns the attachment that lies in a row. */
export function attachmentOf({ body, ...columns }: AttachmentRow): Attachment {
  return { ...columns, ...(JSON.parse(body) as Omit<Attachment, keyof AttachmentRow>) }
}
