import { observable } from '../data/observable.ts'
import { kept } from '../parts/kept.ts'

/** What of the page is opened over it. */
export const opened = observable<'keys' | 'palette' | 'list' | null>(null)

/** Whether the list is folded to a rail, where there is room for it. */
export const listForm = kept<'list' | 'rail'>('list', ['list', 'rail'])

/** Whether the tree stands beside the text, where there is room for it. */
export const treeBeside = kept<'yes' | 'no'>('tree', ['yes', 'no'])
