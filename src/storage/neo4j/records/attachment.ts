import { isEmbedded, type Attachment, type AttachmentChange } from '../../../domain/records/attachment.ts'
import { attachmentOf, attachmentRow, type AttachmentRow } from '../../rows/attachment.ts'
import { timeText } from '../reading/compactText.ts'
import { byKey } from '../reading/cypherRead.ts'
import { inOneText, int, outOfOneText, withoutNulls, type Properties } from '../properties/rows.ts'
import { allOf, inOrder, locked, plain, unique, type Label } from './label.ts'

/** The first wins, but for the name that one was last sent with. */
export const attachments: Label<Attachment, AttachmentChange> = {
  label: 'Attachment',
  schema: [unique('attachment_id', 'Attachment', ['tenant', 'id'])],
  dump: [allOf('n:Attachment', '[n.body, n.fileName]')],
  byKey: byKey('n:Attachment', 'id', '[n.body, n.fileName]'),
  keyOf: String,
  from: (value) => {
    const [body, fileName] = value as [unknown, string | null]
    const [[id, createdAt], rest] = outOfOneText(body)
    return attachmentOf({ ...({ id, createdAt, fileName } as AttachmentRow), body: rest })
  },
  nothing: null,
  rows: (tenant, changes) => ({
    attachments: changes.flatMap((one) => (isEmbedded(one) ? [] : attachmentProperties(tenant, one))),
    embedded: inOrder(changes.flatMap((one) => (isEmbedded(one) ? { id: one.id } : []))),
  }),
  names: ({ id }) => [id],
  check: {
    rows: 'embedded',
    statement: `${locked('Attachment', 'id', 'embedded')}
    RETURN collect(CASE WHEN n IS NULL OR n.erased THEN ['attachmentGone', x.id] END)[0]`,
    lock: ({ id }) => `attachment ${id}`,
  },
  writes: [
    `
    UNWIND r.attachments AS x
    MERGE (n:Attachment {tenant: r.tenant, id: x.id})
    ON CREATE SET n += x
    ON MATCH SET n += CASE WHEN n.erased THEN x ELSE {fileName: coalesce(x.fileName, n.fileName)} END, n.erased = null`,
  ],
  weight: 1,
}

/** Returns the properties of an attachment. */
export function attachmentProperties(tenant: string, attachment: Attachment): Properties {
  const { id, createdAt, fileName, body: rest } = attachmentRow(attachment)
  const { mediaType, byteSize, uri } = attachment
  return withoutNulls({
    ...{ tenant, id, createdAt: timeText(createdAt), mediaType: plain(mediaType), fileName },
    uri: uri === null ? null : plain(uri),
    byteSize: byteSize === null ? null : int(byteSize),
    erased: attachment.erased ?? null,
    body: inOneText([id, createdAt], rest),
  })
}
