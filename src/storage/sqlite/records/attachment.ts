import { isEmbedded, type Attachment, type AttachmentChange } from '../../../domain/records/attachment.ts'
import { attachmentOf, attachmentRow, type AttachmentRow } from '../../rows/attachment.ts'
import { setSummed } from '../writing/rowChecksum.ts'
import { columnsOf, oneKey, type Table } from './table.ts'

/** `file_name`: the one that it was last sent with. */
const create = `
CREATE TABLE attachments (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  file_name TEXT,
  body TEXT NOT NULL,
  sum INTEGER,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
`

const columns = columnsOf<Attachment, AttachmentRow>({
  table: 'attachments',
  key: ['id'],
  columns: ['createdAt', 'fileName', 'body'],
  rowOf: attachmentRow,
  valueOf: attachmentOf,
})
/** One that was erased is sent again: it is there as if it were new. */
const isErased = `body ->> '$.erased' IS NOT NULL`
const put = `${columns.insert}
  ON CONFLICT (tenant, id) DO UPDATE SET ${setSummed(columns.summed, {
    file_name: 'coalesce(excluded.file_name, file_name)',
    body: `iif(${isErased}, excluded.body, body)`,
  })} WHERE excluded.file_name IS NOT NULL OR ${isErased}`

const isLive = `SELECT 1 FROM attachments WHERE tenant = ?1 AND id = ?2 AND NOT (${isErased})`

/** The first wins, but for the name that one was last sent with. */
export const attachments: Table<Attachment, AttachmentChange> = {
  ...oneKey,
  create,
  ...columns,
  rowOf: (change) => (isEmbedded(change) ? [change.id] : columns.values(change)),
  write: (connection, tenant, row) => {
    const [id = null, ...rest] = row
    if (rest.length > 0) connection.run(put, tenant, ...row)
    else if (connection.get(isLive, tenant, id) === null) return { kind: 'attachmentGone', id: String(id) }
    return null
  },
  writes: [put, isLive],
}
