import { nameOf, partingOf } from '../../app/prompts/branchNames.ts'
import { promptsOfBranch, spanOfBranch } from '../../app/prompts/branches.ts'
import type { BranchResolvers } from '../generated.ts'
import { existing } from '../load.ts'

export const Branch: BranchResolvers = {
  name: async (branch, _, { scope }) => (await nameOf(scope, branch)).name,
  named: async (branch, _, { scope }) => (await nameOf(scope, branch)).named,
  after: async (branch, _, { scope }) => (await spanOfBranch(scope, branch)).before,
  parting: (branch, _, { scope }) => partingOf(scope, branch),
  end: ({ outline }, _, { scope }) => existing(scope, 'observation', outline.end.tipId),
  prompts: (branch, _, { scope }) => promptsOfBranch(scope, branch),
  loop: (branch, _, { scope }) => spanOfBranch(scope, branch),
  updatedAt: ({ outline }) => outline.end.tipAt,
}
