import { ask } from '../data/key.ts'
import type { ErasureReceiptFragment } from '../documents/generated.ts'
import { root } from '../urls/urls.ts'

const keysAt = new URL('.well-known/turngraph-keys.json', root)

/** Saves a receipt as a file: what was signed, to be read, beside the signatures and the keys that they are checked with. */
export async function saveReceipt(receipt: ErasureReceiptFragment): Promise<void> {
  const answer = await ask(keysAt).catch(() => null)
  const publicKeys: unknown = answer?.ok === true ? await answer.json().catch(() => null) : null
  const text = JSON.stringify(receiptFile(receipt, publicKeys), null, 2)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/json' }))
  link.download = `erasure-${receipt.id}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Returns what the file of a receipt holds. */
export function receiptFile({ signature, purge, note, state }: ErasureReceiptFragment, publicKeys: unknown): object {
  return {
    about: `A receipt of an erasure. "receipt" is a compact JWS (EdDSA, Ed25519) over "signed"; check it with "publicKeys", which the server gives at ${keysAt.href}.`,
    signed: signature == null ? null : payloadOf(signature),
    receipt: signature ?? null,
    purge: purge ? { signed: payloadOf(purge.signature), receipt: purge.signature } : null,
    notSigned: { note: note ?? null, state },
    publicKeys,
  }
}

/** Returns what a compact JWS says, as JSON. */
function payloadOf(jws: string): unknown {
  const [, payload = ''] = jws.split('.')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes))
}
