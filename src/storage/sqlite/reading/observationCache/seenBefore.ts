/** A mark of each name takes 4 bytes. */
const fewest = 256
const mostMarks = 2 ** 20

/**
 * Returns what says whether a name was given before, not too long ago. Of names that came to the same place it knows the last one, so it takes no
 * more memory with time; now and then, by chance, it takes one for another.
 */
export function seenBefore(names: number): (owner: string, name: string) => boolean {
  const places = 2 ** Math.ceil(Math.log2(Math.min(mostMarks, Math.max(fewest, names))))
  const marks = new Uint32Array(places)
  return (owner, name) => {
    const mark = hashOf(name, hashOf(owner, 0x811c9dc5))
    // The upper bits: the lower ones say which place it is.
    const at = mark & (places - 1)
    const seen = marks[at] === mark
    marks[at] = mark
    return seen
  }
}

/** FNV-1a, mixed at the end. */
function hashOf(text: string, begin: number): number {
  let hash = begin
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return (hash ^ (hash >>> 15)) >>> 0
}
