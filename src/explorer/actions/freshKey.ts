/** Returns a key that nobody else has. */
export function freshKey(): string {
  // randomUUID is there only by https, or on this machine.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}
