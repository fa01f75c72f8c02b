/**
 * Texts of ids and instants, of their digits: six for each row that is read. Put together of slices, each leaves ten pieces
 * behind to be collected; of the codes of its characters it is made at once.
 */
const [dash, colon, dot, letterT, letterZ] = [0x2d, 0x3a, 0x2e, 0x54, 0x5a]
const text = String.fromCharCode

/** Returns the id of 32 digits. */
export function idOfDigits(digits: string): string {
  const d = (k: number) => digits.charCodeAt(k)
  // prettier-ignore
  return text(
    d(0), d(1), d(2), d(3), d(4), d(5), d(6), d(7), dash, d(8), d(9), d(10), d(11), dash,
    d(12), d(13), d(14), d(15), dash, d(16), d(17), d(18), d(19), dash,
    d(20), d(21), d(22), d(23), d(24), d(25), d(26), d(27), d(28), d(29), d(30), d(31),
  )
}

/** Returns the instant of its digits: to the nanosecond, whatever follows. */
export function instantOfDigits(digits: string): string {
  const d = (k: number) => digits.charCodeAt(k)
  // prettier-ignore
  return text(
    d(0), d(1), d(2), d(3), dash, d(4), d(5), dash, d(6), d(7), letterT,
    d(8), d(9), colon, d(10), d(11), colon, d(12), d(13), dot,
    d(14), d(15), d(16), d(17), d(18), d(19), d(20), d(21), d(22), letterZ,
  )
}
