/** Returns round numbers from 0 to the first one that is no less than the largest value, at most five. */
export function ticksOf(most: number): readonly number[] {
  if (!(most > 0)) return [0]
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((part) => part * power).find((each) => each >= rough) ?? rough
  const whole = most < 4 ? 1 : step
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, at) => at * whole)
}
