import type { Attachment } from '../../../domain/records/attachment.ts'
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
const put = `${columns.insert}
  ON CONFLICT (tenant, id) DO UPDATE SET ${setSummed(columns.summed, { file_name: 'excluded.file_name' })} WHERE excluded.file_name IS NOT NULL`

/** The first wins, but for the name that one was last sent with. */
export const attachments: Table<Attachment, Attachment> = {
  ...oneKey,
  create,
  ...columns,
  rowOf: columns.values,
  write: (connection, tenant, row) => {
    connection.run(put, tenant, ...row)
    return null
  },
  writes: [put],
}
