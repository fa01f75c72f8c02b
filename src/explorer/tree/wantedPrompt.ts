import { observable } from '../data/observable.ts'

/** The prompt that is to be brought into sight where the path is read; grows a count, so that the same one can be asked for again. */
export const wantedPrompt = observable<{ readonly id: string; readonly count: number } | null>(null)

let count = 0

/** Brings a prompt of the path that is shown into sight. */
export function showPrompt(id: string): void {
  count += 1
  wantedPrompt.set({ id, count })
}
