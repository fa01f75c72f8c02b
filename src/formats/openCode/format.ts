import { attachingFormat } from '../reading/records/recordFormat.ts'
import { isExport, OpenCodeReader } from './reader.ts'

/** Exports of OpenCode's sessions, and of Kilo's, which is made of it since March 2026. */
export const openCode = attachingFormat({
  name: 'OPENCODE',
  mediaType: 'application/json; charset=utf-8',
  files: ['what opencode export ID writes', '~/.local/share/opencode/storage/**/*.json'],
  recognises: ({ objects }) => objects.some(isExport),
  entries: 'STEPS',
  long: [['messages']],
  reader: (context, { attachmentBytes }) => new OpenCodeReader(context, attachmentBytes),
})
