import { z } from 'zod'

export const mebibyte = 1024 * 1024

/** A number in digits, optional where it has no default. */
export const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
export const whole = (least: number, most: number, otherwise: number) => number(least, most).default(otherwise)

/** Names between commas, each in the one form that it is compared in. */
export const listOf = (read: (name: string) => string | null, otherwise = '') =>
  z
    .string()
    .default(otherwise)
    .transform((value) =>
      value
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .refine((names) => names.every((name) => read(name) !== null))
    .transform((names) => names.flatMap((name) => read(name) ?? []))
export const text = (otherwise: string) => z.string().default(otherwise)
export const flagOr = (otherwise: '0' | '1') =>
  z
    .enum(['0', '1'])
    .default(otherwise)
    .transform((value) => value === '1')
export const flag = flagOr('0')

/** Says whether a text is an address on the web, without a user or a password in it. */
export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username + url.password === ''
}
