import { seenHeader } from '../../graphql/context.ts'
import { exportHeaders } from '../../formats/writing/headers.ts'
import type { Duplex } from 'node:stream'
import { STATUS_CODES } from 'node:http'
import type { Logger } from 'pino'
import type { HttpRefusal } from '../responses/refusal.ts'
import { shownPath } from '../responses/shownPath.ts'
import { siteRules, type SiteRequest, type Sites } from './siteRules.ts'

/** Says why a request is not admitted, and logs it; null when it is. */
export type Admission = (request: SiteRequest) => HttpRefusal | null

/** Returns the rules for hosts and origins, which log what they refuse. */
export function admissionOf(sites: Sites, log: Logger): Admission {
  const refusalOf = siteRules(sites)
  return (request) => {
    const refusal = refusalOf(request)
    if (refusal)
      log.warn(
        {
          method: request.method,
          path: request.url === undefined ? undefined : shownPath(request.url),
          ...refusal.details,
        },
        refusal.message,
      )
    return refusal
  }
}

/** What a browser is answered that asks whether a page of another site may ask (CORS). Any header may be sent: the pages are those that the operator trusts, and there are no cookies. */
export function corsOf(origin: readonly string[]) {
  return {
    origin: origin.includes('*') ? true : [...origin],
    methods: ['GET', 'HEAD', 'POST', 'PUT'],
    exposedHeaders: [
      'content-disposition',
      'content-range',
      'etag',
      'retry-after',
      'www-authenticate',
      ...Object.values(exportHeaders),
      seenHeader,
    ],
    credentials: false,
    maxAge: 600,
  }
}

/** Answers a request to change the protocol that is not admitted. */
export function refuseUpgrade(socket: Duplex, status: number, error: { code: string; message: string }): void {
  const body = JSON.stringify({ error: { code: error.code, message: error.message } })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  // Nothing else listens to it any more, and a fault without a listener ends the process.
  socket.on('error', () => socket.destroy()).resume()
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
