/** Returns texts that look like secrets, drawn anew: nobody's, and none stands in a file. */
import { randomInt } from 'node:crypto'

const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const drawn = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

export const drawnSecrets = {
  github: () => `ghp_${drawn(36)}`,
  npm: () => `npm_${drawn(36)}`,
  slack: () => `xoxb-${randomInt(1e11, 9e11)}-${randomInt(1e11, 9e11)}-${drawn(24)}`,
  aws: () => drawn(40),
  password: () => drawn(14),
  privateKey: () => {
    const lines = [`MIIE${drawn(60)}`, ...Array.from({ length: 12 }, () => drawn(64))]
    return ['-----BEGIN RSA PRIVATE KEY-----', ...lines, '-----END RSA PRIVATE KEY-----'].join('\n')
  },
}
