import pino, { type Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { plainText } from '../domain/messages/plainText.ts'
import { errorSerializer } from './errorSerializer.ts'
import { outageLog } from './outageLog.ts'

/** Returns the log of this process, which goes to standard error. */
export function openLog({ logLevel }: Config): Logger {
  const options = {
    level: logLevel,
    hooks: { streamWrite: plainText, logMethod: outageLog() },
    serializers: { err: errorSerializer },
  }
  return pino(options, pino.destination(2))
}
