import type { Logger } from 'pino'
import type { AccessConfig } from '../../../config/access.ts'
import { unauthenticated } from '../../../app/access/accessRefused.ts'
import { byKey, type KeyParts } from './byKey.ts'
import { byToken } from './byToken.ts'
import { Unauthenticated, type Identity } from './identity.ts'

/** Returns who has sent an `Authorization` header; refuses in the same words whatever is wrong with it. */
export type Authenticate = (authorization: string | undefined) => Promise<Identity>

/** Returns what finds the caller by keys, tokens, or both. The log says why authentication failed, and never a secret. */
export function authenticator(
  { keys, jwt }: NonNullable<AccessConfig['auth']>,
  parts: Omit<KeyParts, 'onFault'> & { readonly log: Logger },
): Authenticate {
  const { log, registered, registry } = parts
  const onFault = (err: unknown) => log.warn({ err }, 'The use of a key could not be noted')
  const ofKey = keys ? byKey({ registered, registry, onFault }) : null
  const ofToken = jwt ? byToken(jwt, registered) : null
  return async (authorization) => {
    try {
      const text = bearerOf(authorization)
      const judge = text.startsWith('tg_') ? ofKey : ofToken
      if (judge === null) throw new Unauthenticated('Neither a key nor a token that is taken here was sent.')
      return await judge(text)
    } catch (error) {
      if (!(error instanceof Unauthenticated)) throw error
      log.warn({ who: error.who, reason: error.message }, 'Authentication failed')
      throw unauthenticated()
    }
  }
}

function bearerOf(authorization: string | undefined): string {
  const [, text] = /^bearer +([\w.~+/=-]+) *$/i.exec(authorization ?? '') ?? []
  if (text === undefined) throw new Unauthenticated('No key or token was sent.')
  return text
}
