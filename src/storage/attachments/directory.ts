import { access, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Tenant } from '../../domain/model.ts'
import { makeFolder } from '../../runtime/makeFolder.ts'
import { asidePath, leftAside, settleAsides } from './asides.ts'
import type { AttachmentBytes } from './attachmentBytes.ts'
import { folderOf, placeOf } from './place.ts'
import { removeAbandoned, spooled, withArrived } from './spool.ts'

/** Returns attachment bytes kept as files: `folder/tenant/ab/abcd…`. What killed processes left of uploads is removed. */
export async function openDirectory(folder: string): Promise<AttachmentBytes> {
  const uploads = join(folder, '.uploads')
  await removeAbandoned(uploads)
  const pathOf = (tenant: Tenant, id: string): string | null => {
    const place = placeOf(tenant, id)
    return place && join(folder, ...place)
  }
  return {
    put: (tenant, bytes, arrival) =>
      withArrived(uploads, bytes, arrival, async ({ path, id, byteSize }) => {
        await moveTo(path, pathOf(tenant, id) as string)
        return { id, byteSize }
      }),
    has: async (tenant, id) => {
      const path = pathOf(tenant, id)
      return (
        path !== null &&
        (await access(path).then(
          () => true,
          () => false,
        ))
      )
    },
    size: async (tenant, id) => {
      const path = pathOf(tenant, id)
      return path === null ? null : sizeOf(path)
    },
    get: async (tenant, id, range) => {
      const path = pathOf(tenant, id)
      const file = path === null ? null : await openExisting(path)
      return file && file.createReadStream(range ? { start: range.from, end: range.to } : {})
    },
    remove: async (tenant, id, isGone) => {
      const path = pathOf(tenant, id)
      if (path === null || !(await isGone())) return { hasVersions: false }
      await takeAway(path, asidePath(uploads, tenant, id), isGone)
      const asides = (await leftAside(uploads, tenant)).filter((one) => one.id === id)
      await settleAsides(
        asides,
        async () => !(await isGone()),
        (one) => moveTo(one.path, path),
      )
      return { hasVersions: false }
    },
    putBack: async (tenant, isLive) =>
      settleAsides(await leftAside(uploads, tenant), isLive, (one) =>
        moveTo(one.path, pathOf(tenant, one.id) as string),
      ),
    async removeAll(tenant) {
      for (const { path } of await leftAside(uploads, tenant)) await rm(path, { force: true })
      const own = join(folder, folderOf(tenant))
      const entries = await readdir(own, { recursive: true, withFileTypes: true }).catch(noneIfMissing)
      await rm(own, { force: true, recursive: true })
      return { removed: entries.filter((entry) => entry.isFile()).length, hasVersions: false }
    },
    async *kept(tenant) {
      const own = join(folder, folderOf(tenant))
      for (const shelf of await readdir(own).catch(noneIfMissing))
        for (const id of await readdir(join(own, shelf)).catch(noneIfMissing))
          yield { id, place: [folderOf(tenant), shelf, id].join('/') }
      yield* spooled(uploads)
    },
    close: () => Promise.resolve(),
  }
}

/** Moves a file in one step, to be found there also after a loss of power. */
async function moveTo(from: string, to: string): Promise<void> {
  const folder = dirname(to)
  const firstMade = makeFolder(folder)
  await rename(from, to)
  const last = firstMade === undefined ? folder : dirname(firstMade)
  for (let changed = folder; ; changed = dirname(changed)) {
    await syncFolder(changed)
    if (changed === last || changed === dirname(changed)) return
  }
}

/** Who needs the file either is seen once it lies aside, or finds it missing and brings it again. Where that cannot be known it goes back. */
async function takeAway(path: string, aside: string, isGone: () => Promise<boolean>): Promise<void> {
  makeFolder(dirname(aside))
  try {
    // Whoever starts meanwhile takes an old file there for one that was left.
    await utimes(path, new Date(), new Date())
    await rename(path, aside)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return
    throw thrown
  }
  let isNeeded = true
  try {
    isNeeded = !(await isGone())
  } finally {
    if (isNeeded) await moveTo(aside, path)
  }
  await rm(aside, { force: true })
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders as files, and needs no such thing.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw thrown
  }
}

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw thrown
  }
}

function noneIfMissing(thrown: unknown): [] {
  if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return []
  throw thrown
}
