import {
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql'
import type { Scope } from '../app/scope.ts'
import { listPage } from '../app/read/lists.ts'
import type { Conversation } from '../domain/model.ts'
import { own } from '../runtime/own.ts'

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'returnType' | 'variableValues'>
interface PageArgs {
  readonly first?: number
  readonly after?: string
}

/**
 * Returns a conversation that is read after the pages of its ledger that are asked for with it. Who follows its changes from the
 * last line of such a page misses nothing that is not in the answer.
 */
export async function conversationWithLedger(scope: Scope, id: string, info: Info): Promise<Conversation | null> {
  const pages = info.fieldNodes.flatMap(({ selectionSet }) => eventsIn(selectionSet, info))
  // What is wrong with a page is said where it is asked for.
  if (pages.length > 0)
    await Promise.all(pages.map((page) => listPage(scope, 'events', id, page).catch(() => undefined)))
  return scope.reads.conversation(id)
}

function eventsIn(selectionSet: SelectionSetNode | undefined, info: Info): PageArgs[] {
  const type = getNamedType(info.returnType)
  const field = isObjectType(type) ? own(type.getFields(), 'events') : undefined
  if (!field) return []
  return (selectionSet?.selections ?? []).flatMap((selection): PageArgs[] => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return eventsIn(selection.selectionSet, info)
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      return eventsIn(own(info.fragments, selection.name.value)?.selectionSet, info)
    return selection.name.value === 'events' ? [getArgumentValues(field, selection, info.variableValues)] : []
  })
}
