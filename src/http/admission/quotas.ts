import type { BoundSizes } from '../../config/limits.ts'
import { admissionQueueOf, type AdmissionQueue } from './admissionQueue.ts'
import { quotaOf, type Quota, loadShedder, type LoadShedder, normalConcurrency } from './loadShedder.ts'
import type { OverloadReport } from './overloadLog.ts'

/** The quotas of a server. */
export interface Quotas {
  /** All requests: counted before anything is known of them. */
  readonly requests: Quota
  /** The same requests by tenant, once that is known. */
  readonly requestsOfTenants: Quota
  /** Those of them that are soon over: few at once while more come than are answered. */
  readonly loadShedder: LoadShedder
  /** Where these wait until they begin. */
  readonly admissionQueue: AdmissionQueue
  readonly transfers: Quota
  readonly spooledBytes: Quota
  readonly sockets: Quota
}

/** Returns the quotas of a server, nothing of them taken. */
export function quotasOf(
  { requests, transfers, spooledBytes, sockets }: BoundSizes,
  { onChange, onRefused }: Omit<OverloadReport, 'stop'>,
): Quotas {
  const { most, share } = requests
  // Before it is known whether it is an overload, no more begin than if it is: those that wait can be refused still.
  const admissionQueue = admissionQueueOf({ mayBegin: () => !shedder.isLikely() || begun() < normalConcurrency })
  const shedder: LoadShedder = loadShedder({
    now: () => performance.now(),
    onRefused,
    onChange(isOver) {
      onChange(isOver)
      // What waits has come while more was taken than will be now.
      if (!isOver) admissionQueue.cut(normalConcurrency - begun())
    },
  })
  const begun = () => shedder.inFlight() - admissionQueue.length()
  return {
    requests: quotaOf({ most, share: most }, 'requests under way', shedder.full),
    // The whole of them is held above.
    requestsOfTenants: quotaOf({ most: Infinity, share }, 'requests under way'),
    loadShedder: shedder,
    admissionQueue,
    transfers: quotaOf(transfers, 'files on their way'),
    spooledBytes: quotaOf(spooledBytes, 'bytes of files that are imported'),
    sockets: quotaOf(sockets, 'open WebSockets'),
  }
}
