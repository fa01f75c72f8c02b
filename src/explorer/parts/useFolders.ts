import { useEffect, useState } from 'react'
import { useClient, type Client } from 'urql'
import { Directories, type DirectoriesQuery } from '../documents/generated.ts'

/** A working directory of conversations. */
export type Folder = DirectoriesQuery['directories']['nodes'][number]

/** As many as a filter may name: ten pages. */
const most = 1_000

/** Returns the working directories of conversations, those of the newest activity first; null until they are known. */
export function useFolders(): readonly Folder[] | null {
  const client = useClient()
  const [folders, setFolders] = useState<readonly Folder[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readFolders(client).then((all) => isCurrent && setFolders(all))
    return () => {
      isCurrent = false
    }
  }, [client])
  return folders
}

/** What cannot be read is left out: each folder can still be named by itself. */
async function readFolders(client: Client): Promise<readonly Folder[]> {
  const all: Folder[] = []
  let after: string | null = null
  do {
    const page: DirectoriesQuery['directories'] | undefined = await readPage(client, after)
    all.push(...(page?.nodes ?? []))
    after = page?.pageInfo.hasNextPage === true ? (page.pageInfo.endCursor ?? null) : null
  } while (after !== null && all.length < most)
  return all
}

const readPage = async (client: Client, after: string | null) =>
  (await client.query(Directories, { after }).toPromise()).data?.directories
