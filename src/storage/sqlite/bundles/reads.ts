import type { Bundle, BundleReads } from '../../bundles.ts'
import * as decode from '../reading/decode.ts'
import type { Ask } from '../records/records.ts'

/** Returns the read of what a command begins with. */
export function togetherReads(ask: Ask): Pick<BundleReads, 'grounds'> {
  return {
    grounds: async (tenant, ids) =>
      (await ask('grounds', tenant, ids)).map((result): Bundle => {
        if (result === null) return [[], [], [], []]
        const { conversation, head, segment } = decode.decodeFrontier(result[0])
        const observations = [...(head ? [head] : []), ...(result[1] ? [decode.decodeObservation(result[1])] : [])]
        return [[conversation], observations, segment ? [segment] : [], result[2].map(decode.decodeMessage)]
      }),
  }
}
