import assert from 'node:assert/strict'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const folder = join(import.meta.dirname, '../../src/explorer')
const tokens = readFileSync(join(folder, 'tokens.css'), 'utf8')
const sheet = readdirSync(join(folder, 'styles'))
  .map((name) => readFileSync(join(folder, 'styles', name), 'utf8'))
  .join('\n')

type Theme = 'light' | 'dark'
const themes: readonly Theme[] = ['light', 'dark']

/** A token's colour in a theme, as it stands in the style sheet. */
function colour(name: string, theme: Theme): string {
  const [, light, dark, both] =
    new RegExp(`--${name}: (?:light-dark\\((#\\w{6}), (#\\w{6})\\)|(#\\w{6}));`).exec(tokens) ?? []
  const found = both ?? (theme === 'light' ? light : dark)
  assert.ok(found, `--${name} has a colour`)
  return found
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (lighter! + 0.05) / (darker! + 0.05)
}

/** Says each pair below its ratio. */
function tooFaint(inks: readonly string[], grounds: readonly string[], least: number): string[] {
  return themes.flatMap((theme) =>
    inks.flatMap((ink) =>
      grounds
        .map((ground) => [ground, contrast(colour(ink, theme), colour(ground, theme))] as const)
        .filter(([, ratio]) => ratio < least)
        .map(([ground, ratio]) => `${ink} on ${ground}, ${theme}: ${ratio.toFixed(2)}`),
    ),
  )
}

const grounds = ['paper', 'side', 'sunk', 'raise', 'hover', 'press', 'accent-soft']
const branches = Array.from({ length: 8 }, (_, at) => `b${at}`)

describe('the colours of the explorer', () => {
  it('are read easily wherever words stand on them', () => {
    assert.equal(contrast('#ffffff', '#000000'), 21)
    assert.deepEqual(tooFaint(['ink', 'ink-2'], grounds, 7), [])
    assert.deepEqual(tooFaint(['ink-3', 'accent-ink', 'bad', 'good', 'warn'], grounds, 4.7), [])
    assert.deepEqual(tooFaint(['ink'], ['mark', 'add', 'del'], 6.4), [])
    assert.deepEqual(tooFaint(['on-accent'], ['accent', 'accent-hover'], 4.5), [])
    for (const ink of ['bad', 'good', 'warn']) assert.deepEqual(tooFaint([ink], [`${ink}-soft`], 4.5), [])
  })

  it('tell fields from the page, and branches from each other’s ground', () => {
    assert.deepEqual(tooFaint(['line-3'], ['paper'], 3), [])
    assert.deepEqual(tooFaint(branches, ['paper'], 5), [])
    for (const theme of themes) assert.equal(new Set(branches.map((each) => colour(each, theme))).size, 8)
  })

  it('all have a name, and each name that is used is there', () => {
    const named = new Set([...tokens.matchAll(/^ {2}--([\w-]+):/gm)].map(([, name]) => name))
    const used = [...`${tokens}${sheet}`.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name!)
    // A row's depth, and the colour of its branch, are given by what is drawn.
    const given = ['indent', 'c']
    assert.deepEqual(
      used.filter((name) => !named.has(name) && !given.includes(name)),
      [],
    )
  })
})

describe('the fonts of the explorer', () => {
  const files = [...tokens.matchAll(/url\((@fontsource[^)]+)\)/g)].map(([, file]) => file!)

  it('are two, of at most 90 kB together, and swapped in without a jump', () => {
    assert.equal(files.length, 2)
    const require = createRequire(import.meta.url)
    const bytes = files.reduce((sum, file) => sum + statSync(require.resolve(file)).size, 0)
    assert.ok(bytes <= 90 * 1024, `${bytes}`)
    assert.equal([...tokens.matchAll(/font-display: swap/g)].length, 2)
    assert.match(tokens, /--font: 'Inter Variable', 'Inter Fallback',/)
  })
})
