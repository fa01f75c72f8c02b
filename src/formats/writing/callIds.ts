import { sha256 } from '../../domain/tree/pathHash.ts'

/** What an editor puts behind the ids of calls, and takes off again before a model is sent them. */
const ofEditor = /__vscode-\d+$/

/** What a provider takes as the id of a call. */
export interface IdRule {
  /** Finds each character that it refuses. */
  readonly refused: RegExp | null
  readonly longest: number
}

/**
 * Gives each call an id of its own, and its result the same: hosts use ids twice, providers refuse that. An id that can
 * stay as it is stays.
 */
export class CallIds {
  private readonly rule: IdRule
  private readonly used = new Set<string>()
  /** How often an id came again, so that the next number is found at once. */
  private readonly again = new Map<string, number>()
  /** What calls without a result so far are called, by their own ids, oldest first. */
  private readonly open = new Map<string, string[]>()

  constructor(rule: IdRule) {
    this.rule = rule
  }

  call(callId: string): string {
    const as = this.free(this.fitting(callId))
    this.used.add(as)
    this.open.set(callId, [...(this.open.get(callId) ?? []), as])
    return as
  }

  /** Null for a result that answers no call. */
  result(callId: string): string | null {
    const [first, ...others] = this.open.get(callId) ?? []
    if (others.length > 0) this.open.set(callId, others)
    else this.open.delete(callId)
    return first ?? null
  }

  private fitting(id: string): string {
    const own = id.replace(ofEditor, '')
    const { refused, longest } = this.rule
    const fits = own.length <= longest && (refused === null || own.search(refused) < 0)
    return fits ? own || 'call' : madeCallId(own, longest)
  }

  private free(id: string): string {
    if (!this.used.has(id)) return id
    for (let number = (this.again.get(id) ?? 1) + 1; ; number++) {
      const made = madeCallId(`${id} ${number}`, this.rule.longest)
      if (this.used.has(made)) continue
      this.again.set(id, number)
      return made
    }
  }
}

/** Returns an id that is made here: a digest, for programs read an ending like `_2` behind an id as a mark of their own. */
export function madeCallId(of: string, longest = 40): string {
  const digest = sha256(of)
  return longest < 21 ? digest.slice(0, longest) : `call${digest.slice(0, Math.min(32, longest - 4))}`
}

/** Returns a tool's name as providers take it. */
export function toolName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'tool'
}
