import { observable } from '../data/observable.ts'

/** Something that is said, with what can be done about it. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly isFault: boolean
  /** What it is about, of which only the newest is said. */
  readonly about?: string | null
  readonly buttons: readonly { readonly label: string; readonly onPress: () => void }[]
}

/** What is said at present, the newest last. */
export const toasts = observable<readonly Toast[]>([])
/** Grows with each action, so that what shows its outcome reads again even where no news arrives. */
export const actions = observable(0)

let count = 0
const most = 3

/** Says something; the last three things stay until they are dismissed. */
export function say(toast: Omit<Toast, 'id'>): void {
  count += 1
  const others = toasts.get().filter(({ about }) => about == null || about !== toast.about)
  toasts.set([...others, { ...toast, id: count }].slice(-most))
}

/** Takes away what was said. */
export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}
