import type { BoundSizes } from '../../config/limits.ts'
import { lineOf, type Ticket } from './admissionQueue.ts'
import { quotaOf, type Quota, loadShedder, type LoadShedder, calm } from './loadShedder.ts'
import type { SurgeReport } from './overloadLog.ts'

/** The pots of a server. */
export interface Bounds {
  /** All requests: counted before anything is known of them. */
  readonly requests: Quota
  /** The same requests by tenant, once that is known. */
  readonly requestsOfTenants: Quota
  /** Those of them that are soon over: few at once while more come than are answered. */
  readonly loadShedder: LoadShedder
  /** Where these wait until they begin. */
  readonly line: Ticket
  readonly transfers: Quota
  readonly spooledBytes: Quota
  readonly sockets: Quota
}

/** Returns the pots of a server, all of them full. */
export function boundsOf(
  { requests, transfers, spooledBytes, sockets }: BoundSizes,
  { onChange, onRefused }: Omit<SurgeReport, 'stop'>,
): Bounds {
  const { most, share } = requests
  // Before it is known whether it is a surge, no more begin than if it is: those that wait can be refused still.
  const line = lineOf({ mayBegin: () => !surge.isLikely() || begun() < calm })
  const surge: LoadShedder = loadShedder({
    now: () => performance.now(),
    onRefused,
    onChange(isOver) {
      onChange(isOver)
      // What waits has come while more was taken than will be now.
      if (!isOver) line.cut(calm - begun())
    },
  })
  const begun = () => surge.inFlight() - line.length()
  return {
    requests: quotaOf({ most, share: most }, 'requests under way', surge.full),
    // The whole of them is held above.
    requestsOfTenants: quotaOf({ most: Infinity, share }, 'requests under way'),
    loadShedder: surge,
    line,
    transfers: quotaOf(transfers, 'files on their way'),
    spooledBytes: quotaOf(spooledBytes, 'bytes of files that are imported'),
    sockets: quotaOf(sockets, 'open WebSockets'),
  }
}
