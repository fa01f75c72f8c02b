/** Bytes of prompts that stay when a history is summed up: 20,000 tokens, as Codex estimates them. */
const mostBytes = 80_000

/** A person's prompts on the way to where the talk stands: without a list of its own, a compaction keeps them before its summary. */
export class Prompts {
  private readonly all: { readonly label: string; readonly bytes: number }[] = []

  add(label: string, texts: readonly string[]): void {
    this.all.push({ label, bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) })
  }

  /** Takes back all but the first ones. */
  cut(left: number): void {
    this.all.length = Math.min(this.all.length, left)
  }

  /** Returns the newest ones that are still sent, oldest first, as pairs of first and last. */
  sent(): (readonly [string, string])[] {
    let [from, bytes] = [this.all.length, 0]
    for (; from > 0; from--) {
      bytes += this.all[from - 1]?.bytes ?? 0
      if (bytes > mostBytes) break
    }
    return this.all.slice(from).map(({ label }) => [label, label] as const)
  }
}
