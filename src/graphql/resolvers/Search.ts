import { branchAt } from '../../app/prompts/branches.ts'
import { isOnCurrentBranch, promptOfHit } from '../../app/search/hitPlace.ts'
import { connection } from '../connection.ts'
import type { SearchConnectionResolvers, SearchHitResolvers } from '../generated.ts'
import { orElse } from '../load.ts'

export const SearchConnection: SearchConnectionResolvers = {
  ...connection,
  groups: (page, { first, perGroup }) => page.groups(orElse(first, 20), orElse(perGroup, 3)),
}

export const SearchHit: SearchHitResolvers = {
  onCurrentBranch: (hit, _, { scope }) => isOnCurrentBranch(scope, hit),
  branch: ({ conversation, observation }, _, { scope }) => branchAt(scope, conversation, observation),
  prompt: (hit, _, { scope }) => promptOfHit(scope, hit),
}
