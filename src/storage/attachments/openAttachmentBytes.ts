import { join, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { AttachmentBytes } from './attachmentBytes.ts'

/** Returns where the bytes of attachments are. */
export async function openAttachmentBytes({ attachments, data }: Config): Promise<AttachmentBytes> {
  const folder = join(resolve(data), 'attachments')
  if (attachments.kind === 'directory') {
    const { openDirectory } = await import('./directory.ts')
    return openDirectory(folder)
  }
  const { openS3 } = await import('./s3.ts')
  return openS3({ ...attachments, uploads: join(folder, '.uploads') })
}
