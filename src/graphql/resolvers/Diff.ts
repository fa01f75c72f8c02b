import { diffMarkdown } from '../../app/diffs/markdown.ts'
import type { DiffResolvers } from '../generated.ts'

export const Diff: DiffResolvers = {
  markdown: (diff, _, { scope }) => diffMarkdown(scope, diff),
}
