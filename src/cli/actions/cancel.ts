import { ActCancelMarker } from '../../client/documents/generated.ts'
import type { CommonOptions } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { sameStore } from '../verbs/back.ts'
import { act, type Acted } from './act.ts'

/** Adds `cancel ID MARKER`: what the marker hid is read again. */
export function addCancel(program: Program): void {
  addCommand(
    program.root,
    'cancel <id> <marker>',
    'undo a compaction or a drop on this branch',
    'turngraph cancel 4fd2 01a2053a-28d1-713d-b0d8-8a9a5ed1dc72',
  ).action((id: string, markerId: string, options: CommonOptions) =>
    act(program, options, ActCancelMarker, { conversationId: id, markerId }, () => 'What it hid is read again.'),
  )
}

/** Returns the id of the marker that was set. */
export const markerOf = ({ details }: Acted): string => String(details['markerId'])

/** Returns the command that takes back a marker, on this branch or another that it counts on. */
export const cancelling = (acted: Acted, options: CommonOptions): string =>
  sameStore(['cancel', acted.conversationId, markerOf(acted)], options)
