/** What others wrote and this server gives back is no page of its own: no browser runs it with the rights of this origin. */
import type { IncomingHttpHeaders } from 'node:http'

/** Headers of each such answer: whatever the bytes are, a browser gives them no rights and takes them for nothing else. */
export const inert = {
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
}

/**
 * Says whether a browser asks for something to show or to run: a page, a frame, a script, a worker, an image. A program does not say what
 * it asks for, and a page that asks by `fetch` says "empty".
 */
export function isForBrowser(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'] ?? 'empty'
  return destination !== 'empty' || headers['sec-fetch-mode'] === 'navigate'
}
