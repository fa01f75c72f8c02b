import { z } from 'zod'
import { Export, ImportTranscript } from '../../../../client/documents/generated.ts'
import { toApi } from '../../names.ts'
import { reads, tool, writesOnce } from '../../tool.ts'
import { id } from '../../values.ts'

export const importTranscript = tool('import_transcript', {
  title: 'Import a transcript',
  description: "Imports a transcript file's content, in any format that is recognised. The same again adds nothing.",
  annotations: writesOnce,
  input: z.strictObject({
    content: z.string(),
    file_name: z.string().optional(),
    format: z.string().optional(),
    conversation_id: id.optional(),
  }),
  output: z.object({
    conversation_ids: z.array(z.string()),
    format: z.string().nullable(),
    added: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
  }),
  async run(file, { client, signal }) {
    const input = toApi(file)
    const { report, conversations } = (await client.query(ImportTranscript, { input }, { signal })).importTranscript
    const { added = 0, unchanged = 0, skipped = 0 } = report ?? {}
    const conversation_ids = conversations.map(({ id }) => id)
    return { structured: { conversation_ids, format: report?.format ?? null, added, unchanged, skipped } }
  },
})

export const exportConversation = tool('export_conversation', {
  title: 'Export a conversation',
  description:
    'Writes a conversation as a file: ORIGINAL as it was imported, MARKDOWN for people, or what an API takes.',
  annotations: reads,
  input: z.strictObject({
    conversation_id: id,
    format: z.enum(['CLAUDE_CODE', 'NEO_JSON', 'NEO_JSONL', 'OPENAI', 'ANTHROPIC', 'MARKDOWN', 'ORIGINAL']),
    whole_tree: z.boolean().optional(),
  }),
  output: z.object({ file: z.string() }),
  async run({ whole_tree = false, ...rest }, { client, signal }) {
    const request = toApi({ ...rest, whole_tree })
    const file = (await client.query(Export, request, { signal })).export
    return { structured: { file }, text: file }
  },
})
