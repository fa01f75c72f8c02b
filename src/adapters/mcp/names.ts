/** Tools name members in snake_case, the API in camelCase: what each is called there, by a rule and not by hand. */

type Camel<N extends string> = N extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : N
type Snake<N extends string> = N extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : N

/** Members by the names of the API. */
export type ApiMembers<T> = { [N in keyof T as Camel<N & string>]: T[N] }
/** Members by the names of tools. */
export type ToolMembers<T> = { [N in keyof T as Snake<N & string>]: T[N] }

/** Returns members of a tool's input by the names of the API; what lies in them keeps its names. */
export function toApi<T extends object>(members: T): ApiMembers<T> {
  const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return renamed(members, camel) as ApiMembers<T>
}

/** Returns members of an answer by the names of tools; what lies in them keeps its names. */
export function toTool<T extends object>(members: T): ToolMembers<T> {
  return renamed(members, (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) as ToolMembers<T>
}

function renamed(members: object, rename: (name: string) => string): object {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [rename(name), value as unknown]))
}
