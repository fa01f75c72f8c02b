import { apiKey } from '../data/key.ts'
import { base } from '../urls/urls.ts'
import { say } from './toasts.ts'

/** Puts an address of the page into the clipboard; where a browser forbids that, says it, to be copied by hand. */
export async function copyLink(path: string): Promise<void> {
  const needsKey = apiKey.get() === '' ? '' : ' A person who opens it needs a key of this tenant.'
  await copyText(location.origin + base + path, `The link is copied.${needsKey}`)
}

/** Puts a text into the clipboard, and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  // Only pages by https, or of this machine, may write to the clipboard.
  const isDone = await written(text).then(
    () => true,
    () => false,
  )
  say({ text: isDone ? done : text, isFault: false, about: 'clipboard', buttons: [] })
}

async function written(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
