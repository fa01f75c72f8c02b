import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Tenant } from '../domain/model.ts'

/** What of an attachment an address opens. */
export interface Download {
  readonly tenant: string
  readonly id: string
  readonly fileName: string | null
}

/** Signs addresses of downloads, which pages can show where no key is sent, for a while. */
export interface SignedAddresses {
  /** Returns the parameters that are added to the address. */
  readonly sign: (download: Download & { readonly tenant: Tenant }) => Readonly<Record<string, string>>
  /** Says whether these parameters were signed here for that download, and hold still. */
  readonly holds: (download: Download, input: { readonly exp: string; readonly sig: string }) => boolean
}

/** Returns what signs with a key for so many seconds. */
export function signedAddresses(key: Uint8Array, seconds: number, now: () => number = Date.now): SignedAddresses {
  const digest = ({ tenant, id, fileName }: Download, exp: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([tenant, id, fileName, exp]))
      .digest()
  return {
    sign: (download) => {
      const exp = String(Math.floor(now() / 1000) + seconds)
      return { tenant: download.tenant, exp, sig: digest(download, exp).toString('base64url') }
    },
    holds: (download, { exp, sig }) => {
      const [right, input] = [digest(download, exp), Buffer.from(sig, 'base64url')]
      const isRight = input.length === right.length && timingSafeEqual(input, right)
      return isRight && /^\d{1,12}$/.test(exp) && Number(exp) * 1000 > now()
    },
  }
}
