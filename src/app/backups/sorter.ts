/** What is put in any order and taken by place, however much it is (storage/sorter.ts). */
export interface Sorter {
  place(group: string, at: string): void
  put(kind: string, group: string, sort: string, text: string): void
  get(kind: string, group: string, sort: string): string | null
  taken(kind: string): Iterable<string>
  close(): void
}
export type OpenSorter = () => Sorter
