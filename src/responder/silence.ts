import { ResponderUnavailable } from '../app/probes/responder.ts'

/** Aborts a signal when nothing came for so long. An answer may take its time as long as it goes on. */
export class Silence {
  private readonly controller = new AbortController()
  private readonly mostMs: number
  private timer: NodeJS.Timeout | undefined

  constructor(mostMs: number) {
    this.mostMs = mostMs
    this.begin()
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** Counts from now. */
  begin(): void {
    this.end()
    const late = () => this.controller.abort(new ResponderUnavailable('TIMEOUT', 'The model went silent.'))
    this.timer = setTimeout(late, this.mostMs)
  }

  /** Counts no more. */
  end(): void {
    clearTimeout(this.timer)
  }
}
