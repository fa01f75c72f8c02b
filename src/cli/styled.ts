import { styleText } from 'node:util'
import { plainText } from '../domain/messages/plainText.ts'

/** How a piece of text stands out in a terminal. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

/** Text, or a piece of it that stands out where colours are shown. */
export type StyledPiece = string | { readonly text: string; readonly style: Style }

/** Returns a piece of text that stands out where colours are shown. */
export const styled = (style: Style, text: string): StyledPiece => (text === '' ? '' : { text, style })

/** What of a terminal says whether it shows colours. */
interface OutputStreams {
  readonly stdout: { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Returns whether a command writes in colours: to a terminal that shows them, unless NO_COLOR or --no-color forbids it. */
export function hasColours({ stdout, env }: OutputStreams, color = true): boolean {
  return color && stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
}

/** Returns pieces as a terminal takes them; what they say cannot colour anything by itself. */
export function rendered(pieces: readonly StyledPiece[], colours: boolean): string {
  return pieces.map((piece) => (typeof piece === 'string' ? plainText(piece) : ofStyled(piece, colours))).join('')
}

function ofStyled({ text, style }: Exclude<StyledPiece, string>, colours: boolean): string {
  return colours ? styleText(style, plainText(text), { validateStream: false }) : plainText(text)
}
