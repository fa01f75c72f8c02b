import { z } from 'zod'
import { Diff, HeadOf, VerifyPath } from '../../../../client/documents/generated.ts'
import { toTool } from '../../names.ts'
import { reads, tool } from '../../tool.ts'
import { mustExist, id } from '../../values.ts'

export const diff = tool('diff', {
  title: 'Compare two conversations',
  description: 'Says how two conversations differ: the turns that each alone has, and those that both have otherwise.',
  annotations: reads,
  input: z.strictObject({ base: id, target: id }),
  output: z.object({
    markdown: z.string(),
    base_only_count: z.int(),
    target_only_count: z.int(),
    changed_message_ids: z.array(z.string()),
  }),
  async run({ base, target }, { client, signal }) {
    const { diff } = await client.query(Diff, { base, target }, { signal })
    const { markdown, baseOnlyCount, targetOnlyCount, changed } = diff
    const counts = toTool({ baseOnlyCount, targetOnlyCount })
    const changed_message_ids = changed.map(({ message }) => message.id)
    return { structured: { markdown, ...counts, changed_message_ids }, text: markdown }
  },
})

export const verifyPath = tool('verify_path', {
  title: 'Verify a path',
  description: "Computes the hashes of a conversation's path again and compares them with the stored ones.",
  annotations: reads,
  input: z.strictObject({ conversation_id: id }),
  output: z.object({ valid: z.boolean(), path_hash: z.string().nullable(), first_broken_id: z.string().nullable() }),
  async run({ conversation_id }, { client, signal }) {
    const { conversation } = await client.query(HeadOf, { id: conversation_id }, { signal })
    const { head } = mustExist(conversation, 'conversation', conversation_id)
    // The empty path has nothing that could be wrong.
    if (head === null) return { structured: { valid: true, path_hash: null, first_broken_id: null } }
    for (let after: string | null = null; ;) {
      const verified: Verified = (await client.query(VerifyPath, { id: head.id, after }, { signal })).verifyPath
      const { valid, stored, firstBroken, next } = verified
      if (!valid || next === null)
        return { structured: { valid, path_hash: stored, first_broken_id: firstBroken?.id ?? null } }
      after = next
    }
  },
})

interface Verified {
  readonly valid: boolean
  readonly stored: string
  readonly firstBroken: { readonly id: string } | null
  readonly next: string | null
}
