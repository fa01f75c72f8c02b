import type { BoundSizes } from '../../boundsConfig.ts'
import { potOf, type Pot } from './pot.ts'
import { surgePot, type SurgePot } from './surge.ts'
import type { SurgeReport } from './surgeReport.ts'

/** The pots of a server. */
export interface Bounds {
  /** Requests, whoever sent them: counted before anything is known of them. */
  readonly requests: Pot
  /** The same requests by tenant, once that is known. */
  readonly requestsOfTenants: Pot
  /** Those of them that are soon over: few at once while more come than are answered. */
  readonly surge: SurgePot
  readonly transfers: Pot
  readonly spooledBytes: Pot
  readonly sockets: Pot
}

/** Returns the pots of a server, all of them full. */
export function boundsOf(
  { requests, transfers, spooledBytes, sockets }: BoundSizes,
  told: Omit<SurgeReport, 'stop'>,
): Bounds {
  const { most, share } = requests
  const surge = surgePot({ now: () => performance.now(), ...told })
  return {
    requests: potOf({ most, share: most }, 'requests under way', surge.full),
    // The whole of them is held above.
    requestsOfTenants: potOf({ most: Infinity, share }, 'requests under way'),
    surge,
    transfers: potOf(transfers, 'files on their way'),
    spooledBytes: potOf(spooledBytes, 'bytes of files that are imported'),
    sockets: potOf(sockets, 'open WebSockets'),
  }
}
