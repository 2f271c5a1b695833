import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

/**
 * Returns bytes that are slow to compute, from a file of that name if an earlier thread or start
 * has kept them. The name says what they are: `<kind>-<version>`. Files of older versions are
 * removed.
 */
export type KeepBytes = (
  kind: string,
  version: string,
  make: () => Promise<Uint8Array>,
) => Promise<Uint8Array>

/** Without a writable folder, or if the file is damaged, the bytes are computed again. */
export const keepBytesIn =
  (folder: string | null): KeepBytes =>
  async (kind, version, make) => {
    if (folder === null) return await make()
    const name = `${kind}-${version}`
    const kept = await readFile(join(folder, name)).catch(() => null)
    const bytes = kept?.subarray(DIGEST_BYTES)
    if (bytes && digestOf(bytes).equals(kept!.subarray(0, DIGEST_BYTES))) return bytes
    const made = await make()
    await write(folder, kind, name, made).catch(() => {})
    return made
  }

/** A digest is stored before the bytes. */
const DIGEST_BYTES = 32
const digestOf = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/** Writes a file atomically, because other threads and processes read the same folder. */
async function write(folder: string, kind: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true })
  const written = join(folder, `${name}.${process.pid}.${threadId}`)
  await writeFile(written, [digestOf(bytes), bytes])
  await rename(written, join(folder, name))
  const former = (await readdir(folder)).filter(
    (other) => other.startsWith(`${kind}-`) && !other.startsWith(name),
  )
  await Promise.all(former.map((other) => rm(join(folder, other), { force: true })))
}
