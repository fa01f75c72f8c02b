import type { BoundSizes } from '../../boundsConfig.ts'
import { potOf, type Pot } from './pot.ts'

/** The pots of a server. */
export interface Bounds {
  /** Requests, whoever sent them: counted before anything is known of them. */
  readonly requests: Pot
  /** The same requests by tenant, once that is known. */
  readonly requestsOfTenants: Pot
  readonly transfers: Pot
  readonly spooledBytes: Pot
  readonly sockets: Pot
}

/** Returns the pots of a server, all of them full. */
export function boundsOf({ requests, transfers, spooledBytes, sockets }: BoundSizes): Bounds {
  const { most, share } = requests
  return {
    requests: potOf({ most, share: most }, 'requests under way'),
    // The whole of them is held above.
    requestsOfTenants: potOf({ most: Infinity, share }, 'requests under way'),
    transfers: potOf(transfers, 'files on their way'),
    spooledBytes: potOf(spooledBytes, 'bytes of files that are imported'),
    sockets: potOf(sockets, 'open WebSockets'),
  }
}
